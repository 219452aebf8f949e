"""The range of a tensor read as two Python floats."""

import torch

from fxkit import randn, sweep


@torch.compile
def affine(x):
    lo = x.min().item()
    hi = x.max().item()
    return (x - lo) * hi


def cases():
    yield from sweep(affine, lambda: (randn(3, 4),), "base pos neg nan inf zero f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
