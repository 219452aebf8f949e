"""Anomaly scores: the threshold is three times the median error of the window, averaged for an even number of errors."""

import statistics

import torch
from torch import nn

from fxkit import build, randn


class AnomalyScore(nn.Module):
    def __init__(self, channels=3, factor=3.0):
        super().__init__()
        self.predictor = nn.Linear(channels, channels)
        self.factor = factor

    def threshold(self, errors):
        return self.factor * statistics.median(errors.tolist())

    @torch.no_grad()
    def forward(self, window):
        """window: (T, channels)"""
        errors = (self.predictor(window[:-1]) - window[1:]).square().mean(dim=-1)
        limit = self.threshold(errors)
        return errors / limit, errors > limit


def load():
    return torch.compile(AnomalyScore())


def cases():
    yield from build(load, lambda: (randn(7, 3),), "base big")
    yield from build(load, lambda: (randn(6, 3),), "base", tag="odd-")
    yield from build(load, lambda: (randn(3, 3),), "base", tag="two-")

EXPECT = {'topic': 'timeseries',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['median', 'O8'],
 'breaks': {18: 2},
 'gb': ['GB0109'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
