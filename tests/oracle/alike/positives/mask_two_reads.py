"""A masked store computed from two masked reads."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def blend(pred, target, mask):
    out = pred * 1.0
    out[mask] = pred[mask] * 0.25 + target[mask]
    return out


def cases():
    yield from sweep(blend, lambda: (randn(3, 4), randn(3, 4, seed=1), bools(3, 4)), "base true false nan inf half f64 negzero grad true+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
