"""The loop variable is read after the break."""

import torch

from fxkit import randn, sweep


@torch.compile
def first_below(x):
    y = x * 1.0
    for i in range(3):
        y = y * 0.5
        if y.abs().max() < 0.5:
            break
    return y, i


def cases():
    yield from sweep(first_below, lambda: (randn(3),), "small big")

EXPECT = {'topic': 'scheduler',
 'verdict': 'decline',
 'obligations': ['R7', 'O15'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['value'],
 'unsafe': []}
