"""Forecasts are compared with observations that have gaps."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class GapForecaster(nn.Module):
    def __init__(self, lookback=6, horizon=4):
        super().__init__()
        self.linear = nn.Linear(lookback, horizon)

    def forward(self, history, future):
        history = torch.nan_to_num(history)
        last = history[:, -1:]
        forecast = self.linear(history - last) + last
        observed = ~torch.isnan(future)
        mse = F.mse_loss(forecast[observed], future[observed])
        mae = F.l1_loss(forecast[observed], future[observed])
        return mse, mae.detach()


def load():
    return torch.compile(GapForecaster())


def gaps():
    future = randn(3, 4)
    future[0, 1] = future[2, 3] = float("nan")
    return randn(3, 6), future


def cases():
    yield from build(load, gaps, "base grad nan")
    yield from build(load, lambda: (randn(3, 6), torch.full((3, 4), float("nan"))), "base", tag="unobserved-")

EXPECT = {'topic': 'time series',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {20: 3, 21: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
