"""One element of a tensor of Python ints is read."""

import torch

from fxkit import randn, sweep


@torch.compile
def unfold_grid(feat, height, width):
    hw = torch.tensor([height, width])
    h = hw[0].item()
    grid = feat.reshape(feat.shape[0], h, -1)
    grid = grid - grid.mean(1, keepdim=True)
    return (grid * 2.0).relu().sum(1)


def cases():
    yield from sweep(unfold_grid, lambda: (randn(2, 6), 2, 3), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(unfold_grid, lambda: (randn(2, 6), 3, 2), "base half grad", tag="tall-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
