"""Rows found by nonzero().squeeze(1) are increased by another tensor's rows."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def refresh(feat, msg, stale):
    out = feat * 0.5
    rows = stale.nonzero().squeeze(1)
    out[rows] += msg[rows]
    return out


def cases():
    yield from sweep(refresh, lambda: (randn(4, 2), randn(4, 2, seed=1), bools(4)), "base true false nan inf half f64 negzero")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R31', 'R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
