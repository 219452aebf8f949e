"""math.fmod has the sign of the dividend, % that of the divisor; both are used."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
def phases(x, turn):
    angle = turn[0].item()
    back = math.fmod(angle, 2.0)
    forth = angle % 2.0
    return torch.sin(x + back) - torch.sin(x + forth)


def cases():
    yield from sweep(phases, lambda: (randn(4), torch.tensor([3.5])), "base grad", tag="pos-")
    yield from sweep(phases, lambda: (randn(4), torch.tensor([-3.5])), "base", tag="neg-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
