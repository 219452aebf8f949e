"""The table lookup is valid only under the test."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def position(x, pos, table):
    if (pos < 4).all():
        y = x + table[pos]
    else:
        y = x * 0.5
    return y


def cases():
    yield from sweep(position, lambda: (randn(3), ints(0, 4, 3), randn(4)), "base")
    yield from sweep(position, lambda: (randn(3), ints(4, 9, 3), randn(4)), "base", tag="long-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
