"""`y[y > limit] *= factor` with the mask made from the target itself."""

import torch

from fxkit import randn, sweep


@torch.compile
def soft_clip(x, limit):
    y = x - 0.25
    y[y > limit] *= 0.5
    y[y < -limit] /= 4.0
    return y


def cases():
    yield from sweep(soft_clip, lambda: (randn(6), 0.5), "base pos neg big zero nan inf half f64")

EXPECT = {'topic': 'norm',
 'rewrites': ['R32'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
