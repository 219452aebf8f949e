"""Change detection in residuals of a forecaster: a two-sided CUSUM that restarts after every alarm."""

import torch
from torch import nn

from fxkit import build, randn


class CUSUM:
    def __init__(self, drift=0.2, threshold=1.0):
        self.drift = drift
        self.threshold = threshold

    def __call__(self, residuals):
        alarms = torch.zeros_like(residuals)
        g_pos = torch.zeros(())
        g_neg = torch.zeros(())
        for t in range(residuals.shape[0]):
            g_pos = torch.clamp(g_pos + residuals[t] - self.drift, min=0.0)
            g_neg = torch.clamp(g_neg - residuals[t] - self.drift, min=0.0)
            if g_pos > self.threshold or g_neg > self.threshold:
                alarms[t] = 1.0
                g_pos = torch.zeros(())
                g_neg = torch.zeros(())
        return alarms, torch.maximum(g_pos, g_neg)


class MonitoredForecaster(nn.Module):
    def __init__(self, lags=2):
        super().__init__()
        self.linear = nn.Linear(lags, 1)
        self.detector = CUSUM()
        self.lags = lags

    def forward(self, series):
        windows = series.unfold(0, self.lags, 1)[:-1]
        forecast = self.linear(windows).squeeze(-1)
        residuals = series[self.lags :] - forecast
        with torch.no_grad():
            alarms, level = self.detector(residuals / (residuals.std() + 1e-6))
        return forecast, alarms, level


def load():
    return torch.compile(MonitoredForecaster())


def cases():
    yield from build(load, lambda: (randn(8),), "base grad zero nan")
    yield from build(load, lambda: (torch.cat([torch.zeros(4), 3 + randn(4)]),), "base", tag="step-")

EXPECT = {'topic': 'timeseries',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {21: 3},
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
