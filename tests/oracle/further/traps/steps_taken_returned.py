"""The number of steps done before the break is returned."""

import torch

from fxkit import randn, sweep


@torch.compile
def anneal(x):
    z = x * 1.0
    steps = 0
    for _ in range(3):
        if z.abs().max() < 0.5:
            break
        z = z * 0.5
        steps += 1
    return z, steps


def cases():
    yield from sweep(anneal, lambda: (randn(4),), "base small big")

EXPECT = {'topic': 'scheduler',
 'verdict': 'decline',
 'obligations': ['R7', 'O15'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['value'],
 'unsafe': []}
