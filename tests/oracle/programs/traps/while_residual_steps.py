"""A while loop on a tensor counts its rounds in Python."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def backtrack(step, limit):
    tries = 0
    while step.abs().sum() > limit:
        step = step * 0.5
        tries += 1
    return step, tries


def cases():
    yield from sweep(backtrack, lambda: (randn(3), 1.0), "base small zero")

EXPECT = {'topic': 'optimiser',
 'verdict': 'decline',
 'obligations': ['R13', 'O15'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'value'],
 'unsafe': []}
