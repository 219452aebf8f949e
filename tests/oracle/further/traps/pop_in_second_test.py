"""The second operand takes an entry from a list, but only when it is reached."""

import torch

from fxkit import randn, sweep


@torch.compile
def explore(q, schedule):
    y = q - 0.5
    if y.max() > 0 and schedule.pop():
        y = y * 0.25
    return y


def cases():
    yield from sweep(explore, lambda: (randn(3), [True, False, True, True, False, True]), "pos neg big")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R5', 'O2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
