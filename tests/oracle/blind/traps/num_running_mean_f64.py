"""The survival probability is a Python float: its losses are below float32 resolution."""

import torch
from torch import nn

from fxkit import build, rand


class Survival(nn.Module):
    def __init__(self, rate=1e-9):
        super().__init__()
        self.alive, self.rate = 1.0, rate

    def forward(self, x):
        hazard = x.square().mean()
        self.alive = self.alive * (1.0 - self.rate * hazard.item())
        return x * ((1.0 - self.alive) / self.rate)


def cases():
    yield from build(lambda: torch.compile(Survival()), lambda: (rand(5) + 0.5,), "base zero")
    yield from build(lambda: torch.compile(Survival(0.5)), lambda: (torch.ones(2),), "base", tag="coarse-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {16: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values', 'type'],
 'unsafe': ['number-tensor']}
