"""A plateau detector keeps the last values of a moving average that is updated in place."""

import collections

import torch
from torch import nn

from fxkit import build, randn


class PlateauLoss(nn.Module):
    def __init__(self, momentum=0.5, window=3):
        super().__init__()
        self.register_buffer("average", torch.zeros(()))
        self.momentum = momentum
        self.history = collections.deque(maxlen=window)
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, errors):
        loss = (errors * self.scale).square().mean()
        self.average.lerp_(loss.detach(), self.momentum)
        self.history.append(self.average.item())
        return loss

    def on_plateau(self, threshold=1e-3):
        return max(self.history) - min(self.history) < threshold


class Monitor:
    def __init__(self):
        self.criterion = PlateauLoss()
        self.compiled = torch.compile(self.criterion)

    def step(self, errors):
        loss = self.compiled(errors)
        return loss, "plateau" if self.criterion.on_plateau() else "moving"


def load():
    return Monitor().step


def cases():
    yield from build(load, lambda: (randn(5),), "base zero big")

EXPECT = {'topic': 'training',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'R28'],
 'breaks': {22: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['value'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
