"""The rest of the function fails for the shapes that return early."""

import torch

from fxkit import randn, sweep


@torch.compile
def fold(x):
    if x.sum() < 0:
        return x.sum(0) * 2.0
    pairs = x.reshape(2, -1)
    return pairs.sum() - 1.0


def cases():
    yield from sweep(fold, lambda: (randn(4),), "pos neg")
    yield from sweep(fold, lambda: (randn(3),), "neg", tag="odd-")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R6'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
