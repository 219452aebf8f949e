"""any() stops before an element that would raise."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def first_hot(xs, y):
    if any(x.reshape(2, 2).sum() > 0 for x in xs):
        y = y + 1.0
    return y * 2.0


def cases():
    yield from sweep(first_hot, lambda: ([rand(4), rand(3)], randn(2)), "base")
    yield from sweep(first_hot, lambda: ([-rand(4), rand(4)], randn(2)), "base", tag="late-")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R44', 'O4'],
 'breaks': {10: 2},
 'gb': ['GB0170', 'GB8335'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
