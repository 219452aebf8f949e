"""The second test is only possible when the shapes agree."""

import torch

from fxkit import randn, sweep


@torch.compile
def merge(x, y):
    if x.sum() > 0 and torch.dot(x, y) > 0:
        return x + y
    return x * 2.0


def cases():
    yield from sweep(merge, lambda: (randn(3), randn(3, seed=1)), "pos neg", tag="same-")
    yield from sweep(merge, lambda: (randn(3), randn(4)), "neg", tag="longer-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
