"""One return is a tuple, the other one a list."""

import torch

from fxkit import randn, sweep


@torch.compile
def levels(x):
    y = x * 2.0
    if y.sum() > 0:
        return (y, x + 1.0)
    return [y, x - 1.0]


def cases():
    yield from sweep(levels, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'detection',
 'verdict': 'decline',
 'obligations': ['O7', 'R6'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['type'],
 'unsafe': []}
