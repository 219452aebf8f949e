"""An in-place activation changes the argument in one arm only."""

import torch
from torch import nn

from fxkit import build, randn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU(inplace=True)

    @torch.no_grad()
    def forward(self, x):
        if x.mean() < 0.25:
            y = self.act(x)
        else:
            y = x * 2.0
        return y + 1.0


def cases():
    yield from build(lambda: torch.compile(Gate()), lambda: (torch.tensor([3.0, -1.0]),), "base neg")
    yield from build(lambda: torch.compile(Gate()), lambda: (torch.tensor([0.1, -1.0]),), "base", tag="low-")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R9'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
