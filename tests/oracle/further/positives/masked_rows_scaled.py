"""Rows chosen by a 1-D mask are scaled in place."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def damp(feat, noisy):
    out = feat + 0.5
    out[noisy] *= 0.25
    return out


def cases():
    yield from sweep(damp, lambda: (randn(4, 3), bools(4)), "base true false nan inf ninf half f64 zero")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
