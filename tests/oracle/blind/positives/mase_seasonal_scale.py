"""MASE training loss: a flat in-sample history falls back to the plain error."""

import torch
import torch.nn as nn

from fxkit import build, randn


class ForecastMetrics(dict):
    """Plain dict of the values of the last batch."""


def seasonal_error(insample, freq):
    return (insample[:, freq:] - insample[:, :-freq]).abs().mean()


class MASELoss(nn.Module):
    def __init__(self, freq=2, eps=1e-6):
        super().__init__()
        self.freq = freq
        self.eps = eps

    def scale(self, insample):
        s = seasonal_error(insample, self.freq).item()
        if s < self.eps:
            return 1.0
        return s

    def forward(self, insample, forecast, target):
        error = (forecast - target).abs()
        s = self.scale(insample)
        metrics = ForecastMetrics(scale=s, smape=(error / (forecast.abs() + target.abs())).mean())
        return error.mean() / s, metrics


def make_loss():
    return torch.compile(MASELoss())


def cases():
    yield from build(make_loss, lambda: (randn(2, 6), randn(2, 3), randn(2, 3, seed=1)), "base grad nan")
    yield from build(make_loss, lambda: (torch.ones(2, 6), randn(2, 3), randn(2, 3, seed=1)), "base", tag="flat-")

EXPECT = {'topic': 'time series',
 'rewrites': [],
 'breaks': {24: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'finite-grad', 'number-tensor', 'requires-grad', 'grad-none-zero']}
