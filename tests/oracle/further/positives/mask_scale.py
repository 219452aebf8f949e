"""y[mask] *= constant on a fresh tensor."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def soften(scores, crowded):
    s = scores + 0.25
    s[crowded] *= 0.5
    return s


def cases():
    yield from sweep(soften, lambda: (randn(3, 3), bools(3, 3)), "base true false nan inf half f64 negzero zero")

EXPECT = {'topic': 'detection',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
