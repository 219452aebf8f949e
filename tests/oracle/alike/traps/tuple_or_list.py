"""The early return gives a list, the late one a tuple."""

import torch

from fxkit import randn, sweep


@torch.compile
def split(x):
    a = x * 2.0
    if a.sum() > 0:
        return [a, x + 1.0]
    return a, x - 1.0


def cases():
    yield from sweep(split, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'detection',
 'verdict': 'decline',
 'obligations': ['O7'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['type'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
