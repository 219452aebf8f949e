"""The else clause of the loop runs only without a break."""

import torch

from fxkit import randn, sweep


@torch.compile
def search(x):
    x = x * 1.0
    for _ in range(3):
        if x.abs().max() < 0.5:
            break
        x = x * 0.5
    else:
        x = x - 1.0
    return x


def cases():
    yield from sweep(search, lambda: (randn(4),), "base small big zero")

EXPECT = {'topic': 'scheduler',
 'verdict': 'any correct rewrite',
 'obligations': ['R7', 'O12'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
