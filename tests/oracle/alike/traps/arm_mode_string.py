"""The branch picks a string that the caller gets."""

import torch

from fxkit import randn, sweep


@torch.compile
def choose(x):
    y = x * 0.5
    if y.abs().max() > 1.0:
        mode = "per_channel"
    else:
        mode = "per_tensor"
    return y, mode


def cases():
    yield from sweep(choose, lambda: (randn(4),), "big small")

EXPECT = {'topic': 'quantisation',
 'verdict': 'decline',
 'obligations': ['O7', 'O15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
