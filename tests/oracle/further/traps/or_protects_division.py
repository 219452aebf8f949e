"""The second test divides by an integer that the first one has looked at."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def rate(x, hits, total):
    if (total == 0).any() or (hits // total).max() > 1:
        y = x * 0.5
    else:
        y = x + 2.0
    return y


def cases():
    yield from sweep(rate, lambda: (randn(3), ints(1, 9, 4), ints(1, 9, 4, seed=1)), "base")
    yield from sweep(rate, lambda: (randn(3), ints(1, 9, 4), torch.tensor([1, 0, 2, 3])), "base", tag="zero-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
