"""The number of rounds comes from a tensor."""

import torch

from fxkit import randn, sweep


@torch.compile
@torch.no_grad()
def repeat_decay(x, rounds):
    for _ in range(int(rounds.max())):
        x = x * 0.5
    return x


def cases():
    yield from sweep(repeat_decay, lambda: (randn(3), torch.tensor([1, 2])), "base")
    yield from sweep(repeat_decay, lambda: (randn(3), torch.tensor([0, 0])), "base", tag="none-")

EXPECT = {'topic': 'sampler',
 'verdict': 'decline',
 'obligations': ['O15', 'R14'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['alias', 'values'],
 'unsafe': []}
