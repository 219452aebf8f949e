"""The test is a tensor of shape (1, 1)."""

import torch

from fxkit import randn, sweep


@torch.compile
def whiten(x):
    level = x.mean(dim=(0, 1), keepdim=True)
    if level > 0.2:
        y = x - level
    else:
        y = x + level
    return y


def cases():
    yield from sweep(whiten, lambda: (randn(3, 4),), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
