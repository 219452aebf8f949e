"""A chain of in-place methods on a fresh tensor in an arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def dequant(codes, zero):
    w = codes - zero
    if w.abs().amax() > 2.0:
        w.div_(2.0).add_(zero).neg_()
    return w + 1.0


def cases():
    yield from sweep(dequant, lambda: (randn(3, 3), randn(3)), "base small big negzero nan inf zero half f64")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R9', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
