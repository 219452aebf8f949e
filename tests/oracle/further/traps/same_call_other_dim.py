"""The calls differ in a keyword."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def weigh(a, b):
    if a.mean() > b.mean():
        w = F.softmax(a, dim=0)
    else:
        w = F.softmax(b, dim=1)
    return w * 2.0


def cases():
    yield from sweep(weigh, lambda: (randn(2, 3), randn(2, 3, seed=1)), "pos neg nan")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R11'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
