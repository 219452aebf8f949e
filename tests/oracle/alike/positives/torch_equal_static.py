"""torch.equal of two index tensors of the same shape."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def symmetric(adj, feat):
    out = adj @ feat
    if torch.equal(adj, adj.t()):
        out = out + feat
    return out


def cases():
    yield from sweep(symmetric, lambda: (rand(3, 3), randn(3, 2)), "base nan zero ones f64 grad ones+grad")
    yield from sweep(symmetric, lambda: (torch.eye(3), randn(3, 2)), "base nan f64 grad", tag="eye-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
