"""Croston's method for intermittent demand: size and interval are smoothed when something was sold."""

import torch
from torch import nn

from fxkit import build


class Croston(nn.Module):
    def __init__(self, alpha=0.4):
        super().__init__()
        self.alpha = nn.Parameter(torch.tensor(alpha))

    def forward(self, demand):
        """demand: (time,), mostly zero; returns the one-step forecasts."""
        level = demand[0]
        period = torch.ones(())
        waiting = 1
        forecasts = []
        for t in range(1, demand.shape[0]):
            forecasts.append(level / period)
            if demand[t] > 0:
                level = self.alpha * demand[t] + (1 - self.alpha) * level
                period = self.alpha * waiting + (1 - self.alpha) * period
                waiting = 1
            else:
                waiting += 1
        return torch.stack(forecasts)


class SBA(nn.Module):
    """Syntetos and Boylan's correction of the bias, with a loss."""

    def __init__(self):
        super().__init__()
        self.croston = Croston()

    def forward(self, demand):
        forecast = self.croston(demand) * (1 - self.croston.alpha / 2)
        return forecast, (forecast - demand[1:]).square().mean()


def load():
    return torch.compile(SBA())


def cases():
    yield from build(load, lambda: (torch.tensor([2.0, 0.0, 0.0, 3.0, 0.0, 1.0]),), "base grad nan")
    yield from build(load, lambda: (torch.tensor([1.0, 0.0, 0.0, 0.0]),), "base grad", tag="idle-")

EXPECT = {'topic': 'time series',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {22: 5},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
