"""A secant search for the implied volatility stops at the root: one step more would divide zero by zero."""

import torch
from torch import nn

from fxkit import build


class Secant(nn.Module):
    def __init__(self, max_steps=8, tolerance=1e-6):
        super().__init__()
        self.max_steps = max_steps
        self.tolerance = tolerance

    def forward(self, function, x0, x1):
        f0, f1 = function(x0), function(x1)
        steps = 0
        while abs(f1) > self.tolerance and steps < self.max_steps:
            x2 = x1 - f1 * (x1 - x0) / (f1 - f0)
            x0, f0 = x1, f1
            x1 = x2
            f1 = function(x1)
            steps += 1
        return x1, steps


class ImpliedVolatility(nn.Module):
    def __init__(self):
        super().__init__()
        self.secant = Secant()
        self.vega = nn.Parameter(torch.tensor(2.0))

    def price(self, sigma, spot):
        return spot * (self.vega * sigma + 0.5 * sigma * sigma)

    def forward(self, spot, market):
        sigma, steps = self.secant(lambda s: self.price(s, spot) - market, torch.tensor(0.1), torch.tensor(0.5))
        return sigma, steps


def load():
    return torch.compile(ImpliedVolatility())


def cases():
    def args(spot, market):
        return lambda: (torch.tensor(spot), torch.tensor(market))

    yield from build(load, args(1.0, 0.6), "base grad")
    yield from build(load, args(2.0, 2.25), "base grad", tag="exact-")
    yield from build(load, args(0.0, 0.0), "base grad", tag="flat-")

EXPECT = {'topic': 'physics',
 'kind': 'loop until',
 'verdict': 'any correct rewrite',
 'obligations': ['iterations after the end', 'gradients'],
 'breaks': {18: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
