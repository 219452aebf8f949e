"""Pitch synchronous analysis: the hop is the rounded period, unless the period is no number."""

import torch
from torch import nn

from fxkit import build, randn


class PeriodEstimator(nn.Module):
    """Mean distance of the zero crossings; NaN for a signal without any."""

    def forward(self, wav):
        crossing = (wav[1:] * wav[:-1] < 0).float()
        return 2.0 * wav.shape[0] / crossing.sum() * (crossing.sum() / crossing.sum())


class PitchSynchronous(nn.Module):
    def __init__(self, default_hop=4, width=3):
        super().__init__()
        self.period = PeriodEstimator()
        self.default_hop = default_hop
        self.filter = nn.Conv1d(1, 2, width, padding=width // 2)

    def hop(self, period):
        try:
            return max(int(period), 1)
        except ValueError:  # cannot convert float NaN to integer
            return self.default_hop

    def forward(self, wav):
        h = self.filter(wav.view(1, 1, -1))
        hop = self.hop(self.period(wav))
        return h / hop, hop


def load():
    return torch.compile(PitchSynchronous())


def cases():
    yield from build(load, lambda: (randn(16),), "base grad")
    yield from build(load, lambda: (randn(16).abs() + 0.1,), "base grad", tag="unvoiced-")
    yield from build(load, lambda: (torch.zeros(8),), "base", tag="silent-")

EXPECT = {'topic': 'audio',
 'kind': 'exception caught',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions that are caught', 'NaN'],
 'breaks': {26: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
