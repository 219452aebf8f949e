"""The number of layers is read back from a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def pooled(first, second, third):
    layers = [first, second, third]
    count = torch.tensor(len(layers)).item()
    total = first + second + third
    return total / count, count


def cases():
    yield from sweep(pooled, lambda: (randn(4), randn(4, seed=1), randn(4, seed=2)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R21'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
