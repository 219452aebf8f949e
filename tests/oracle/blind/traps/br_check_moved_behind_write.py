"""The check refuses a batch before the statistics see it."""

import torch
from torch import nn

from fxkit import build, randn


class Stats(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))

    @torch.no_grad()
    def forward(self, x):
        bad = torch.isnan(x).any()
        if bad:
            raise ValueError("batch holds NaN")
        self.mean.mul_(0.9).add_(0.1 * x.mean(0))
        return x - self.mean, bad


class Runner:
    def __init__(self):
        self.model = torch.compile(Stats())

    def __call__(self, x):
        y, bad = self.model(x)
        return y


def cases():
    yield from build(Runner, lambda: (randn(4, 3),), "base nan")

EXPECT = {'topic': 'optim',
 'verdict': 'any correct rewrite',
 'obligations': ['O6'],
 'breaks': {17: 1, 18: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
