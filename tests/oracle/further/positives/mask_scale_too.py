"""y[mask] *= constant on a fresh tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def damp(feat, cut):
    out = feat + 1.0
    out[cut] *= 0.5
    return out


def cases():
    yield from sweep(damp, lambda: (randn(4, 3), bools(4, 3)), "base true false nan inf half f64 negzero zero")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
