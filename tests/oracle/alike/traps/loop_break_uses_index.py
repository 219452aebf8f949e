"""The loop variable is read after the loop."""

import torch

from fxkit import randn, sweep


@torch.compile
def line_search(x):
    for i in range(4):
        if x.abs().max() < 1.0:
            break
        x = x * 0.5
    return x, i


def cases():
    yield from sweep(line_search, lambda: (randn(3),), "base small big")

EXPECT = {'topic': 'optimiser',
 'verdict': 'decline',
 'obligations': ['R7', 'O15'],
 'breaks': {11: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['alias', 'value'],
 'unsafe': []}
