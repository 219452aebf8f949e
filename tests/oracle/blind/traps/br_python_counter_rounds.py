"""How many rounds were needed is returned as a number."""

import torch

from fxkit import rand, sweep


@torch.compile
def halve(x, limit=4):
    rounds = 0
    for _ in range(limit):
        if x.max() <= 1.0:
            break
        x = x * 0.5
        rounds += 1
    return x, rounds


def schedule(x):
    x, rounds = halve(x)
    return [x] * rounds


def cases():
    yield from sweep(schedule, lambda: (rand(3) * 3.0,), "base zero big")

EXPECT = {'topic': 'optim',
 'verdict': 'decline',
 'obligations': ['O3'],
 'breaks': {12: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['length', 'alias'],
 'unsafe': []}
