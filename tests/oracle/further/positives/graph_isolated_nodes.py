"""Isolated nodes get the mean embedding; they are looked for with nonzero."""

import torch

from fxkit import bools, randn, sweep


def degrees(adj: torch.Tensor) -> torch.Tensor:
    return adj.sum(dim=1)


@torch.compile
def propagate(adj, feats, self_weight=0.5):
    deg = degrees(adj)
    message = adj @ feats + self_weight * feats
    isolated = deg == 0
    if torch.nonzero(isolated).numel() > 0:
        fallback = message.mean(dim=0, keepdim=True) * feats.sigmoid()
        message = torch.where(isolated.unsqueeze(-1), fallback, message)
        message = message - message.mean()
    return message, deg


def cases():
    lonely = lambda: (bools(5, 5, p=0.25).float() * torch.tensor([1.0, 0, 1, 1, 0])[:, None], randn(5, 3))
    yield from sweep(propagate, lonely, "base grad")
    yield from sweep(propagate, lambda: (torch.ones(5, 5), randn(5, 3).index_fill(0, torch.tensor(2), float("inf"))), "base grad", tag="inf-dense-")
    yield from sweep(propagate, lambda: (torch.ones(5, 5), randn(5, 3)), "base grad", tag="dense-")


EXPECT = {'topic': 'gnn',
 'rewrites': ['R33', 'R2'],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
