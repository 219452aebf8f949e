"""The known region is pasted from a reference."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def paste(sample, reference, known):
    out = sample * 0.5
    out[known] = reference[known] + 1.0
    return out


def cases():
    yield from sweep(paste, lambda: (randn(2, 3), randn(2, 3, seed=1), bools(2, 3)), "base true false nan inf half f64 grad true+grad false+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R32'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
