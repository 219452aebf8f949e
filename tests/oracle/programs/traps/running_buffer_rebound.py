"""The statistic is kept in a buffer; the arm writes the buffer, not a local."""

import torch
from torch import nn

from fxkit import build, randn


class RunningMean(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))

    @torch.no_grad()
    def forward(self, x):
        mean = self.mean
        batch = x.mean(0)
        if batch.abs().sum() > 1.0:
            mean += batch * 0.1
        return x - mean


def cases():
    yield from build(lambda: torch.compile(RunningMean()), lambda: (randn(4, 3),), "pos small")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['R9', 'R8'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
