"""The guard keeps zeros away from a reciprocal."""

import torch

from fxkit import randn, sweep


@torch.compile
def invert(scale):
    s = scale * 2.0
    if s.abs().min() > 0:
        y = s.reciprocal()
    else:
        y = s + 1.0
    return y


def cases():
    yield from sweep(invert, lambda: (randn(4),), "pos+grad zero+grad pos")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
