"""The augmented assignment changes the caller's tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def offset(boxes, shift):
    if shift.sum() > 0:
        boxes += shift
    return boxes * 2.0


def cases():
    yield from sweep(offset, lambda: (randn(2, 4), randn(4).abs()), "base")
    yield from sweep(offset, lambda: (randn(2, 4), -randn(4).abs()), "base", tag="neg-")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R9'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
