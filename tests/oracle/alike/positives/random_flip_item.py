"""A coin is tossed with .item()."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
@torch.no_grad()
def augment(x):
    y = x - 0.5
    if torch.rand(1).item() < 0.5:
        y = y.flip(-1)
    return y * 2.0


def cases():
    yield from sweep(augment, lambda: (randn(2, 3),), "base nan zero half f64")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R40', 'R22'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
