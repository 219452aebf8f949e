"""The number of selected rows is compared with zero."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def pool_nodes(h, alive):
    kept = h[alive]
    if kept.shape[0] == 0:
        pooled = h.sum(0) - 1.0
    else:
        pooled = h.mean(0) * 2.0
    return pooled


def cases():
    yield from sweep(pool_nodes, lambda: (randn(4, 3), bools(4)), "base true false nan half f64 grad false+grad true+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R30', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
