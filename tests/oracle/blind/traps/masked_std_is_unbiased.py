"""Series are scaled by the standard deviation of their observed values, which is the unbiased one."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


class ObservedScaler(nn.Module):
    def __init__(self, window=5, horizon=2):
        super().__init__()
        self.net = nn.Linear(window, horizon)

    def forward(self, series, observed):
        values = series[observed]
        loc, scale = values.mean(), values.std()
        scaled = torch.where(observed, (series - loc) / (scale + 1e-5), torch.zeros_like(series))
        return self.net(scaled) * scale + loc


def load():
    return torch.compile(ObservedScaler())


def cases():
    yield from build(load, lambda: (randn(2, 5), bools(2, 5, p=0.7)), "base true")

EXPECT = {'topic': 'time series',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['unbiased estimate'],
 'breaks': {15: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['gradient', 'result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
