"""The static emptiness test protects the maximum."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def lookup(x, ids):
    y = x * 0.5
    if ids.numel() > 0 and ids.max() > 3:
        y = y - 1.0
    return y


def cases():
    yield from sweep(lookup, lambda: (randn(3), ints(0, 6, 4)), "base")
    yield from sweep(lookup, lambda: (randn(3), ints(0, 6, 4)[:0]), "base", tag="none-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['R5', 'O4'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
