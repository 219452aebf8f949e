"""Two checks in one if/elif, each with its own exception."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def normalise(adj, eps=0.125):
    deg = adj.sum(-1)
    if torch.any(deg < 0):
        raise ValueError("negative degree")
    elif torch.isinf(deg).any():
        raise OverflowError("infinite degree")
    return adj * 0.5 + eps


def cases():
    yield from sweep(normalise, lambda: (rand(3, 3),), "base neg nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(normalise, lambda: (randn(3, 3),), "base", tag="signed-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R18'],
 'breaks': {11: 1, 12: 1, 13: 1, 14: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
