"""The length of a list goes through an int64 tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def mean_of(parts):
    count = torch.tensor(len(parts), dtype=torch.int64)
    total = parts[0] * 1.0
    for p in parts[1:]:
        total = total + p
    return total / int(count)


def cases():
    yield from sweep(mean_of, lambda: ([randn(3), randn(3, seed=1)],), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(mean_of, lambda: ([randn(3), randn(3, seed=1), randn(3, seed=2)],), "base grad", tag="three-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R21'],
 'breaks': {14: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
