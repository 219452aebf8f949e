"""A curve of the learning rate that a buffer holds."""

import torch
from torch import nn

from fxkit import build, randn


class Annealed(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("rate", torch.ones(()))
        self.curve = []

    @torch.no_grad()
    def forward(self, x):
        self.curve.append(self.rate.item())
        self.rate.mul_(0.5)
        return x * self.rate


def cases():
    yield from build(lambda: torch.compile(Annealed()), lambda: (randn(3),), "base zero")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O11', 'O15'],
 'breaks': {17: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type', 'alias'],
 'unsafe': ['number-tensor']}
