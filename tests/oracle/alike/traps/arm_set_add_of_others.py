"""One arm adds to a set of the caller."""

import torch

from fxkit import rand, sweep


@torch.compile
def mark(x, seen):
    y = x - 0.5
    if y.min() < 0:
        seen.add("low")
        y = y * 2.0
    return y


def cases():
    yield from sweep(mark, lambda: (rand(4) + 1.0, set()), "base neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
