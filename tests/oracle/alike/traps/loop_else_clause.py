"""The else clause runs only without a break."""

import torch

from fxkit import rand, sweep


@torch.compile
def search(x):
    y = x * 1.0
    for _ in range(3):
        if y.sum() < 0:
            break
        y = y - 1.0
    else:
        y = y * 10.0
    return y


def cases():
    yield from sweep(search, lambda: (rand(3),), "base neg big")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['R7', 'O12'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': []}
