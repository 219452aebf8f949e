"""Irregular sensors: a missing value takes the one before it, which may itself have been filled."""

import torch
from torch import nn

from fxkit import build, randn


class ForwardFill(nn.Module):
    def forward(self, series):
        """series: (time,), gaps are NaN; leading gaps stay."""
        filled = series.clone()
        for t in range(1, filled.shape[0]):
            if torch.isnan(filled[t]):
                filled[t] = filled[t - 1]
        return filled


class GapForecaster(nn.Module):
    def __init__(self, context=6):
        super().__init__()
        self.fill = ForwardFill()
        self.linear = nn.Linear(context, 2)

    def forward(self, series):
        x = self.fill(series)
        level = x[-1]
        return self.linear(x - level) + level, x


def load():
    return torch.compile(GapForecaster())


def gaps(*where):
    series = randn(6)
    series[list(where)] = float("nan")
    return (series,)


def cases():
    yield from build(load, lambda: gaps(), "base grad")
    yield from build(load, lambda: gaps(3), "base grad", tag="single-")
    yield from build(load, lambda: gaps(2, 3, 4), "base", tag="long-")
    yield from build(load, lambda: gaps(0, 1, 4), "base", tag="leading-")

EXPECT = {'topic': 'timeseries',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {14: 3},
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
