"""y[mask] *= constant on a fresh tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def shrink(x, mask):
    out = x + 1.0
    out[mask] *= 0.5
    return out


def cases():
    yield from sweep(shrink, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf half f64 negzero grad true+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
