"""An arm stores into a column of a fresh tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def anchor(boxes):
    b = boxes.clone()
    if b[:, 2].min() < 0.0:
        b[:, 2] = 0.0
    return b + 0.25


def cases():
    yield from sweep(anchor, lambda: (randn(3, 4),), "base pos neg nan inf ninf zero negzero half f64 int")

EXPECT = {'topic': 'detection',
 'rewrites': ['R9'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
