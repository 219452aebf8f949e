"""Indices from nonzero(as_tuple=True) are used for one write."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def mask_edges(adj, drop):
    a = adj * 1.0
    rows, cols = torch.nonzero(drop, as_tuple=True)
    a[rows, cols] = 0.0
    return a.sum(0)


def cases():
    yield from sweep(mask_edges, lambda: (randn(3, 3), bools(3, 3)), "base true false nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
