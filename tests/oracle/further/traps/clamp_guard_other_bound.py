"""The test and the clamp use different bounds."""

import torch

from fxkit import randn, sweep


@torch.compile
def crop(boxes):
    b = boxes * 2.0
    if (b > 3.0).any():
        b = b.clamp(max=1.0)
    return b


def cases():
    yield from sweep(crop, lambda: (randn(3, 4),), "base small big pos")

EXPECT = {'topic': 'detection',
 'verdict': 'any correct rewrite',
 'obligations': ['R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
