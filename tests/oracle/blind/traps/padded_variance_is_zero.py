"""Gaussian likelihood of a forecaster over observed steps; where nothing was observed the variance is zero."""

import torch
from torch import nn

from fxkit import build, randn


class GaussianNLL(nn.Module):
    def forward(self, mean, scale, target, observed):
        """scale: standard deviation, zero at the padding."""
        var = scale.square()
        nll = 0.5 * (var.log() + (target - mean).square() / var)
        return nll[observed].mean()


class Forecaster(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.mean = nn.Linear(dim, 1)
        self.scale = nn.Linear(dim, 1)
        self.nll = GaussianNLL()

    def forward(self, x, target, observed):
        mean = self.mean(x).squeeze(-1)
        scale = nn.functional.softplus(self.scale(x)).squeeze(-1) * observed
        return self.nll(mean, scale, target, observed)


def load():
    return torch.compile(Forecaster())


def cases():
    def args(*observed):
        return lambda: (randn(4, 3), randn(4), torch.tensor(observed))

    yield from build(load, args(True, True, False, True), "base grad")
    yield from build(load, args(True, True, True, True), "base grad", tag="all-")

EXPECT = {'topic': 'time series',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['infinity times zero', 'gradients'],
 'breaks': {14: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
