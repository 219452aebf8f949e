"""`self.h += x` writes the tensor that another name holds."""

import torch
from torch import nn

from fxkit import build, randn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.h = torch.zeros(3)
        self.view = self.h.view(1, 3)

    @torch.no_grad()
    def forward(self, x):
        if x.sum() > 0:
            self.h += x
        return self.view * 2.0


def cases():
    yield from build(lambda: torch.compile(Cell()), lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'O11'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'values'],
 'unsafe': []}
