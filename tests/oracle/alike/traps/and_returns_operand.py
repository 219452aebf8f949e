"""`and` yields an operand, not a mask."""

import torch

from fxkit import randn, sweep


@torch.compile
def pick(a, b):
    both = a.sum() and b.sum()
    return a * both


def cases():
    yield from sweep(pick, lambda: (randn(3), randn(3, seed=1)), "base zero")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O7', 'R5'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
