"""A tensor is built from two numbers that were read from tensors."""

import torch

from fxkit import randn, sweep


@torch.compile
def bounds(w):
    lo, hi = w.amin(), w.amax()
    lim = w.new_tensor([lo.item(), hi.item()])
    return (w - lim[0]) * 2.0, lim


def cases():
    yield from sweep(bounds, lambda: (randn(6),), "base pos zero inf nan f64 grad neg+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22'],
 'breaks': {11: 2},
 'gb': ['GB0007', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
