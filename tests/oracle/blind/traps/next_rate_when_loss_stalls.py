"""The rates of a schedule come from an iterator, which only moves on when the loss has not become better."""

import torch
from torch import nn

from fxkit import build, randn


class StallSchedule(nn.Module):
    def __init__(self, rates=(0.5, 0.2, 0.05, 0.01), tolerance=1e-3):
        super().__init__()
        self.fc = nn.Linear(4, 1)
        self.rates = iter(rates)
        self.rate = next(self.rates)
        self.tolerance = tolerance
        self.register_buffer("best", torch.tensor(float("inf")))

    def adjust(self, loss):
        if loss > self.best - self.tolerance:
            self.rate = next(self.rates, self.rate)
        self.best.copy_(torch.minimum(self.best, loss))

    def forward(self, x, y):
        loss = (self.fc(x).squeeze(-1) - y).square().mean()
        self.adjust(loss.detach())
        return loss, self.rate * loss.detach()


def load():
    return torch.compile(StallSchedule())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3)), "base zero")
    yield from build(lambda: torch.compile(StallSchedule((0.3,))), lambda: (randn(3, 4), randn(3)), "base", tag="constant-")

EXPECT = {'topic': 'training',
 'kind': 'branch with state',
 'verdict': 'decline',
 'obligations': ['generators', 'effects'],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['state', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
