"""A Python factor set in the arm is read after the join."""

import torch

from fxkit import randn, sweep


@torch.compile
def step(x):
    factor = 1.0
    y = x - 0.5
    if y.sum() > 0:
        factor = 0.25
        y = y * 2.0
    return y * factor, factor


def cases():
    yield from sweep(step, lambda: (randn(4) * 4.0,), "pos neg")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['O6', 'O7'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value', 'values'],
 'unsafe': []}
