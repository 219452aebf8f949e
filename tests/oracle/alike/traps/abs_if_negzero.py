"""Negation under a test keeps the negative zero, abs does not."""

import torch

from fxkit import randn, sweep


@torch.compile
def magnitude(x):
    s = x[0] * 1.0
    if s < 0:
        s = -s
    return s


def cases():
    yield from sweep(magnitude, lambda: (randn(1),), "pos neg negzero zero nan")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['sign of zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
