"""assert torch.equal of a tensor and its transpose."""

import torch

from fxkit import randn, sweep


@torch.compile
def laplacian(adj):
    assert torch.equal(adj, adj.T), "adjacency must be symmetric"
    return torch.diag(adj.sum(1)) - adj


def cases():
    yield from sweep(laplacian, lambda: (randn(3, 3) * 0.0 + 1.0,), "base zero half f64 grad")
    yield from sweep(laplacian, lambda: (torch.tensor([[0.0, 2.0], [2.0, 1.0]]),), "base small grad", tag="two-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R19', 'R20'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
