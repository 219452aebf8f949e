"""The dictionaries of the arms have different keys."""

import torch

from fxkit import randn, sweep


@torch.compile
def emit(h, c):
    if h.sum() > 0:
        state = {"h": h * 2.0, "c": c + 1.0}
    else:
        state = {"h": h - 1.0}
    return state


def cases():
    yield from sweep(emit, lambda: (randn(3), randn(3, seed=1)), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'decline',
 'obligations': ['O7', 'R10'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['length'],
 'unsafe': []}
