"""A forecaster that clips its training by catching the error of a distribution with an invalid scale."""

import torch
from torch import nn
from torch.distributions import Normal

from fxkit import build, randn


class ForecastHead(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.loc = nn.Linear(dim, 1)
        self.scale = nn.Linear(dim, 1)

    def forward(self, h):
        loc = self.loc(h).squeeze(-1)
        scale = 1.0 + self.scale(h).squeeze(-1)
        return Normal(loc, scale, validate_args=True)


class Likelihood(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.body = nn.Linear(3, dim)
        self.head = ForecastHead(dim)

    def forward(self, x, y):
        dist = self.head(torch.tanh(self.body(x)))
        return -dist.log_prob(y).mean()


class Fit:
    def __init__(self):
        self.likelihood = torch.compile(Likelihood())
        self.refused = 0

    def step(self, x, y):
        try:
            loss = self.likelihood(x, y)
        except ValueError:
            self.refused += 1
            return None
        return loss


def load():
    return Fit().step


def cases():
    yield from build(load, lambda: (0.1 * randn(5, 3), randn(5)), "base grad")
    yield from build(load, lambda: (randn(6, 3) * 50, randn(6)), "base", tag="negative-")
    yield from build(load, lambda: (0.1 * randn(5, 3), randn(5)), "nan", tag="hole-")

EXPECT = {'topic': 'timeseries',
 'kind': 'exceptions',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions'],
 'breaks': {19: 3, 30: 2},
 'gb': ['GB0007', 'GB0170'],
 'naive_differs_in': ['None or not', 'type', 'value'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
