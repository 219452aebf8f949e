"""The printed tensor is written after the print."""

import torch

from fxkit import randn, sweep


@torch.compile
def fold(scale, x):
    s = scale * 2.0
    print("scale", s)
    s.clamp_(max=1.0)
    return x * s


def cases():
    yield from sweep(fold, lambda: (randn(3), randn(3, seed=1)), "base pos big")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {11: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
