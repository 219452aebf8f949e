"""An absolute maximum read with .item() is the divisor."""

import torch

from fxkit import randn, sweep


@torch.compile
def normalise(w):
    top = w.abs().max().item()
    return w / top


def cases():
    yield from sweep(normalise, lambda: (randn(3, 4),), "base pos neg big small nan inf zero f64 grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
