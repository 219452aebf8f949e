"""Assignment through a pair of index tensors from two-dimensional where."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def patch(adj, prior, missing):
    out = adj * 1.0
    r, c = torch.where(missing)
    out[r, c] = prior[r, c]
    out = out + 0.5
    return out * 2.0 - adj


def cases():
    yield from sweep(patch, lambda: (randn(3, 3), randn(3, 3, seed=1), bools(3, 3)), "base true false nan inf half f64 negzero")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
