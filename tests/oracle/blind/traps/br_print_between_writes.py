"""The buffer is shown between two updates."""

import torch
from torch import nn

from fxkit import build, randn


class Meter(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("level", torch.zeros(2))

    @torch.no_grad()
    def forward(self, x):
        self.level += x.abs().sum(0)
        shown = self.level
        print("level", shown)
        self.level.clamp_(max=2.0)
        return x * self.level, shown


class Runner:
    def __init__(self):
        self.model = torch.compile(Meter())

    def __call__(self, x):
        y, level = self.model(x)
        return y


def cases():
    yield from build(Runner, lambda: (randn(3, 2),), "base zero small")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O6'],
 'breaks': {18: 1},
 'gb': ['GB0059'],
 'naive_differs_in': ['events'],
 'unsafe': []}
