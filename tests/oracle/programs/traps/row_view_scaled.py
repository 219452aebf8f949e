"""The scaled row is a view of a result."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def damp_first(x):
    y = x + 1.0
    row = y[0]
    if row.sum() > 1.0:
        row *= 0.5
    return y * 2.0


def cases():
    yield from sweep(damp_first, lambda: (randn(2, 3),), "base pos neg")

EXPECT = {'topic': 'diffusion',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'O11'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
