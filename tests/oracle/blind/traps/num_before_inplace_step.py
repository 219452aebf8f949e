"""Bias correction with the number of the step before this one."""

import torch
from torch import nn

from fxkit import build, randn


class Ema(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("step", torch.zeros(()))
        self.register_buffer("mean", torch.zeros(3))

    @torch.no_grad()
    def forward(self, x):
        done = self.step.item()
        self.step += 1
        self.mean.mul_(0.5).add_(x * 0.5)
        return self.mean * (done + 1.0) / (done + 2.0)


def cases():
    yield from build(lambda: torch.compile(Ema()), lambda: (randn(3),), "base zero")

EXPECT = {'topic': 'optim',
 'verdict': 'any correct rewrite',
 'obligations': ['O11'],
 'breaks': {17: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
