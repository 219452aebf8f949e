"""Overlapping elif tests: the first one wins."""

import torch

from fxkit import randn, sweep


@torch.compile
def bucket(x):
    m = x.abs().max()
    if m > 0.5:
        y = x * 2.0
    elif m > 0.1:
        y = x + 1.0
    else:
        y = x - 1.0
    return y


def cases():
    yield from sweep(bucket, lambda: (randn(4),), "base small zero")

EXPECT = {'topic': 'quantisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R4'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
