"""A guard for each part of a static list; the first bad part is named."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def merge(parts):
    total = parts[0] * 0.0
    for i, p in enumerate(parts):
        if (p < 0).any():
            raise IndexError(f"negative entry in part {i}")
        total = total + p
    return total


def cases():
    yield from sweep(merge, lambda: ([rand(3), rand(3, seed=1), rand(3, seed=2)],), "base neg nan half f64 grad")
    yield from sweep(merge, lambda: ([rand(3), randn(3, seed=1), randn(3, seed=2)],), "base grad", tag="bad-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R18'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
