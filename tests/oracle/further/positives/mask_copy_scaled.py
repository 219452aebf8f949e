"""y[mask] = x[mask] * constant on a fresh tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def inpaint(sample, known, mask):
    out = sample - 1.0
    out[mask] = known[mask] * 0.5
    return out


def cases():
    yield from sweep(inpaint, lambda: (randn(2, 5), randn(2, 5, seed=1), bools(2, 5)), "base true false nan inf half f64 negzero zero")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
