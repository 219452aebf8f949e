"""A Python counter of the module goes up in the arm."""

import torch
from torch import nn

from fxkit import build, randn


class Monitor(nn.Module):
    def __init__(self):
        super().__init__()
        self.resets = 0

    def forward(self, x):
        y = x * 2.0
        if y.sum() > 0:
            self.resets += 1
            y = y - 1.0
        return y


def load():
    return torch.compile(Monitor())


def cases():
    yield from build(load, lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R8'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
