"""Inverse degrees of isolated nodes are set to zero through nonzero indices."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def gcn_norm(adj):
    deg = adj.sum(dim=1)
    inv = deg.rsqrt()
    isolated = (deg == 0).nonzero(as_tuple=True)
    inv[isolated] = 0.0
    return inv[:, None] * adj * inv[None, :]


def cases():
    yield from sweep(gcn_norm, lambda: (rand(4, 4),), "base zero nan inf half f64 neg")
    yield from sweep(gcn_norm, lambda: (torch.tensor([[0.0, 1.0], [0.0, 0.0]]),), "base half", tag="isolated-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R31', 'R33'],
 'breaks': {13: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
