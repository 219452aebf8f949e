"""The running total is a Python float with double precision."""

import torch
from torch import nn

from fxkit import build, randn


class RunningLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.total = 0.0

    def forward(self, x):
        loss = (x * x).mean()
        self.total += loss.item()
        return loss


def cases():
    yield from build(lambda: torch.compile(RunningLoss()), lambda: (randn(3),), "base big")

EXPECT = {'topic': 'loss',
 'verdict': 'decline',
 'obligations': ['O15', 'R28'],
 'breaks': {16: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': []}
