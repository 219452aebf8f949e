"""An early return when no node has a neighbour."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def aggregate(nodes, adj):
    linked = adj.any(1)
    if not linked.any():
        return nodes + 1.0
    spread = nodes.unsqueeze(0).expand(adj.shape[0], -1, -1)
    picked = spread.masked_fill(~adj.unsqueeze(-1), 0.0)
    return nodes - picked.sum(1)


def cases():
    yield from sweep(aggregate, lambda: (randn(4, 2), bools(4, 4)), "base true false nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad false+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
