"""A debug print under a NaN test."""

import torch

from fxkit import randn, sweep


@torch.compile
def smooth_l1(pred, target):
    diff = (pred - target).abs()
    if torch.isnan(diff).any():
        print("loss: nan in", tuple(diff.shape))
    return torch.where(diff < 1.0, diff * 0.5, diff - 0.5)


def cases():
    yield from sweep(smooth_l1, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan allnan inf zero big half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R36', 'R17'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0059', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
