"""A warning is shown under a tensor test only."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def scale(x):
    y = x * 2.0
    if y.max() > 3.0:
        warnings.warn("large")
    return y


def cases():
    yield from sweep(scale, lambda: (randn(3),), "small big")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['R36', 'O3'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['events'],
 'unsafe': []}
