"""The product of two sizes is read back from a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def cell_mean(grid):
    hw = torch.as_tensor([grid.shape[1], grid.shape[2]])
    h, w = hw[0].item(), hw[1].item()
    flat = grid.reshape(-1, h * w)
    return (flat - flat.mean(1, keepdim=True)).sum(1) / w + h


def cases():
    yield from sweep(cell_mean, lambda: (randn(2, 3, 4),), "base zero nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'detection',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': []}
