"""Python arithmetic between the read and the use."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def affine(x):
    top = x.max().item()
    scale = top * 0.1 + 0.5
    return x / scale


def cases():
    yield from sweep(affine, lambda: (randn(3, 5),), "base pos neg zero f64 nan")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R22'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
