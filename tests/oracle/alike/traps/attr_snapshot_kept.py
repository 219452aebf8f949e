"""The old state is returned; writing the new one into it changes both."""

import torch
from torch import nn

from fxkit import build, randn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.h = torch.zeros(3)

    def forward(self, x):
        before = self.h
        if x.sum() > 0:
            self.h = x * 0.5
        return before, self.h + x


def load():
    return torch.compile(Cell())


def cases():
    yield from build(load, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R8', 'O11'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'values'],
 'unsafe': ['fresh-result']}
