"""A count put into a tensor and read back with item()."""

import torch

from fxkit import randn, sweep


@torch.compile
def average(losses):
    count = torch.tensor(len(losses))
    total = losses[0] + losses[1] + losses[2]
    return total / count.item()


def cases():
    yield from sweep(average, lambda: ([randn(3), randn(3, seed=1), randn(3, seed=2)],), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R21'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
