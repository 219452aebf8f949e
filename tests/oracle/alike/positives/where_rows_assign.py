"""Rows chosen by one-argument where are overwritten."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def reset_nodes(feat, dead):
    out = feat * 1.0
    rows = torch.where(dead.any(1))[0]
    out[rows] = 0.5
    return out


def cases():
    yield from sweep(reset_nodes, lambda: (randn(4, 3), bools(4, 2)), "base true false nan inf half f64 grad inf+grad nan+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
