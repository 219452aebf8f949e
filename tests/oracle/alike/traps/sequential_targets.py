"""The second statement of the arm reads what the first one wrote."""

import torch

from fxkit import randn, sweep


@torch.compile
def update(h, c):
    h, c = h * 1.0, c * 1.0
    if h.mean() > 0:
        h = h + c
        c = c - h
    return h, c


def cases():
    yield from sweep(update, lambda: (randn(3), randn(3, seed=1)), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R3', 'R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
