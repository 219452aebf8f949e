"""One arm deletes a cached attribute."""

import torch
from torch import nn

from fxkit import build, randn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.cache = torch.ones(3)

    def forward(self, x):
        y = x * 2.0
        if y.sum() < 0:
            if hasattr(self, "cache"):
                del self.cache
            y = y + 1.0
        return y


def load():
    return torch.compile(Cell())


def cases():
    yield from build(load, lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R8'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['attribute'],
 'unsafe': []}
