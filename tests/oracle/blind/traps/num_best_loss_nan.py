"""The best loss so far; a diverged batch must not become the record."""

import torch
from torch import nn

from fxkit import build, randn


class Monitor(nn.Module):
    def __init__(self):
        super().__init__()
        self.best = float("inf")

    def forward(self, err):
        loss = err.pow(2).mean()
        self.best = min(self.best, loss.item())
        return loss - self.best


def cases():
    yield from build(lambda: torch.compile(Monitor()), lambda: (randn(4),), "base nan grad")

EXPECT = {'topic': 'optim',
 'verdict': 'any correct rewrite',
 'obligations': ['O15'],
 'breaks': {16: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': ['number-tensor']}
