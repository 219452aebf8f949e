"""A Python number set by the arms is returned."""

import torch

from fxkit import randn, sweep


@torch.compile
def choose(q):
    if q[0].sum() > q[1].sum():
        action = 0
    else:
        action = 1
    return q * 2.0, action


def cases():
    yield from sweep(choose, lambda: (randn(2, 3),), "base pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['type'],
 'unsafe': []}
