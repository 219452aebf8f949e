"""Instance scaling for a forecaster; constant windows fall back to unit scale."""

import torch
from torch import nn

from fxkit import build, randn


class MeanScaler(nn.Module):
    def __init__(self, minimum_scale=1e-2, maximum_scale=1e3):
        super().__init__()
        self.minimum_scale = minimum_scale
        self.maximum_scale = maximum_scale

    def forward(self, past, observed):
        ts_sum = (past * observed).abs().sum(dim=1, keepdim=True)
        num_observed = observed.sum(dim=1, keepdim=True)
        scale = ts_sum / num_observed.clamp(min=1)
        if scale.min() < self.minimum_scale:
            scale = torch.where(scale < self.minimum_scale, torch.ones_like(scale), scale)
        elif scale.max() > self.maximum_scale:
            scale = scale.clamp(max=self.maximum_scale)
        return past / scale, scale


class LinearForecaster(nn.Module):
    def __init__(self, context_length=6, prediction_length=3):
        super().__init__()
        self.context_length = context_length
        self.scaler = MeanScaler()
        self.trend = nn.Linear(context_length, prediction_length)
        self.season = nn.Linear(context_length, prediction_length)

    def decompose(self, x):
        kernel = torch.ones(1, 1, 3) / 3
        padded = nn.functional.pad(x.unsqueeze(1), (1, 1), mode="replicate")
        trend = nn.functional.conv1d(padded, kernel).squeeze(1)
        return trend, x - trend

    def forward(self, past, observed):
        past = past[:, -self.context_length :]
        scaled, scale = self.scaler(past, observed)
        trend, season = self.decompose(scaled)
        return (self.trend(trend) + self.season(season)) * scale


def load():
    return torch.compile(LinearForecaster())


def cases():
    yield from build(load, lambda: (randn(2, 6), torch.ones(2, 6)), "base grad small big zero nan")
    yield from build(load, lambda: (randn(2, 6), torch.zeros(2, 6)), "base grad", tag="unseen-")


EXPECT = {'topic': 'timeseries',
 'kind': 'elif_chain',
 'rewrites': [],
 'breaks': {19: 2, 21: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result']}
