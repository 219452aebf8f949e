"""y[mask] -= x[mask] on a fresh tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def diffuse(node, mean, active):
    out = node * 1.0
    out[active] -= mean[active]
    return out.relu()


def cases():
    yield from sweep(diffuse, lambda: (randn(3, 4), randn(3, 4, seed=1), bools(3, 4)), "base true false nan inf f64 half negzero")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
