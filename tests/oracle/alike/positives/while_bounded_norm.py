"""A while loop with a tensor test and a static bound."""

import torch

from fxkit import randn, sweep


@torch.compile
def halve(x, limit):
    n = 0
    y = x + 0.0
    while n < 4 and y.abs().sum() > limit:
        y = y * 0.5
        n += 1
    return y


def cases():
    yield from sweep(halve, lambda: (randn(4), 1.0), "base small big zero nan half f64 grad small+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R8'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
