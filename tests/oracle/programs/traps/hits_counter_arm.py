"""The arm also counts on the module."""

import torch
from torch import nn

from fxkit import build, randn


class Plateau(nn.Module):
    def __init__(self):
        super().__init__()
        self.bad_epochs = 0

    def forward(self, loss):
        value = loss * 2.0
        if value.mean() > 0:
            self.bad_epochs += 1
            value = value - 1.0
        return value


def cases():
    yield from build(lambda: torch.compile(Plateau()), lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R8'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
