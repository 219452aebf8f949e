"""A conditional expression is returned."""

import torch

from fxkit import randn, sweep


@torch.compile
def baseline(adv):
    centred = adv - adv.mean()
    return centred / 2.0 if centred.std() > 1.0 else centred * 3.0


def cases():
    yield from sweep(baseline, lambda: (randn(8),), "base big small zero nan inf half f64 neg")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
