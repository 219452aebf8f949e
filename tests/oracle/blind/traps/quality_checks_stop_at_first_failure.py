"""Quality control of incoming sensor batches: cheap checks first, each check keeps its own statistics."""

import torch
from torch import nn

from fxkit import build, randn


class Check:
    def __init__(self, limit):
        self.limit = limit
        self.calls = 0

    def statistic(self, x):
        raise NotImplementedError

    def __call__(self, x):
        self.calls += 1
        return self.statistic(x) > self.limit


class Peak(Check):
    def statistic(self, x):
        return x.abs().max()


class Spread(Check):
    def statistic(self, x):
        return x.std()


class Drift(Check):
    """Compares with the mean of the last batch that got this far."""

    previous = torch.zeros(())

    def statistic(self, x):
        change = (x.mean() - self.previous).abs()
        self.previous = x.mean()
        return change


class Gate(nn.Module):
    def __init__(self, limits=(3.0, 1.5, 0.5)):
        super().__init__()
        self.checks = [c(v) for c, v in zip((Peak, Spread, Drift), limits)]
        self.fc = nn.Linear(4, 2)

    @torch.no_grad()
    def forward(self, x):
        if any(check(x) for check in self.checks):
            return torch.zeros(x.shape[0], 2)
        return self.fc(x)


def cases():
    make = lambda *a: lambda: torch.compile(Gate(*a))
    yield from build(make(), lambda: (randn(3, 4) * 0.3,), "base", tag="clean-")
    yield from build(make(), lambda: (randn(3, 4) * 50,), "base", tag="peak-")
    yield from build(make((99.0, 0.1, 0.5)), lambda: (randn(3, 4),), "base", tag="spread-")
    yield from build(make((99.0, 99.0, 0.01)), lambda: (randn(3, 4) + 1,), "base", tag="drift-")


EXPECT = {'topic': 'sensor data',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {51: 2},
 'gb': ['GB0170', 'GB8335'],
 'naive_differs_in': ['state', 'value'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor']}
