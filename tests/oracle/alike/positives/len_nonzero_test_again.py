"""len() of nonzero decides."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def drop_isolated(adj, feat):
    deg = adj.sum(-1)
    lone = torch.nonzero(deg == 0)
    feat = feat + 1.0
    if len(lone) > 1:
        feat = feat * 0.5
    return feat, deg


def cases():
    yield from sweep(drop_isolated, lambda: (ints(0, 2, 4, 4), randn(4, 2)), "base nan half f64 grad")
    yield from sweep(drop_isolated, lambda: (torch.eye(4) * torch.tensor([0.0, 1.0, 0.0, 0.0]), randn(4, 2)), "base f64", tag="lone-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R33'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
