"""Selected elements become the difference of two other selections."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def inpaint(sample, known, noise, mask):
    out = sample * 0.5
    out[mask] = known[mask] - noise[mask]
    return out


def cases():
    yield from sweep(inpaint, lambda: (randn(3, 4), randn(3, 4, seed=1), randn(3, 4, seed=2), bools(3, 4)), "base true false nan inf ninf negzero half f64 empty grad true+grad nan+grad neg+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
