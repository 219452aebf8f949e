"""A second attribute holds the same tensor as long as the arm is not taken."""

import torch
from torch import nn

from fxkit import build, randn


class Carry(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = torch.zeros(4)
        self.shown = self.state

    @torch.no_grad()
    def forward(self, x):
        if x.sum() > 0:
            self.state = self.state + x
        self.state.add_(1.0)
        return x + self.shown


def cases():
    yield from build(lambda: torch.compile(Carry()), lambda: (randn(4),), "pos neg")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R8', 'O11'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'values'],
 'unsafe': ['fresh-result']}
