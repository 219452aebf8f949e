"""Symmetric or row normalisation, by whether the graph is symmetric."""

import torch

from fxkit import rand, sweep


@torch.compile
@torch.no_grad()
def normalise_adjacency(adj):
    deg = adj.sum(dim=-1).clamp(min=1.0)
    asym = (adj - adj.t()).abs().max()
    if asym == 0:
        inv = deg.rsqrt()
        a_hat = inv[:, None] * adj * inv[None, :]
    else:
        inv = deg.reciprocal()
        a_hat = inv[:, None] * adj
    return a_hat


def cases():
    yield from sweep(normalise_adjacency, lambda: (rand(4, 4),), "base neg nan inf half f64 big")
    yield from sweep(normalise_adjacency, lambda: (torch.ones(3, 3) - torch.eye(3),), "base half zero", tag="sym-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R1'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
