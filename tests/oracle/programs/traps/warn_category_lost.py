"""The category of the warning is part of it."""

import warnings

import torch

from fxkit import randn, sweep


@torch.compile
def legacy(x):
    y = torch.round(x * 8.0)
    warnings.warn("eight steps only", FutureWarning)
    return y / 8.0


def cases():
    yield from sweep(legacy, lambda: (randn(3),), "base")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {13: 1},
 'gb': ['GB0007'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
