"""The number of rounds is read from a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
def repeat(sample, rounds):
    y = sample * 1.0
    for _ in range(int(rounds)):
        y = y * 0.5 + 1.0
    return y


def cases():
    yield from sweep(repeat, lambda: (randn(3), torch.tensor(3)), "base")
    yield from sweep(repeat, lambda: (randn(3), torch.tensor(5)), "base", tag="five-")

EXPECT = {'topic': 'scheduler',
 'verdict': 'decline',
 'obligations': ['R24', 'O15'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
