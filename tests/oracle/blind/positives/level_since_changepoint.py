"""A local level that is the mean since the last change point; a big enough surprise starts it again."""

import torch
from torch import nn

from fxkit import build, randn


class ChangepointLevel(nn.Module):
    def __init__(self, threshold=2.0):
        super().__init__()
        self.log_noise = nn.Parameter(torch.zeros(()))
        self.threshold = threshold

    def forward(self, series):
        level = series[0]
        n = 1
        fitted = [level]
        for t in range(1, series.size(0)):
            z = (series[t] - level) / self.log_noise.exp()
            if z.abs() > self.threshold:
                level, n = series[t], 1
            else:
                n = n + 1
                level = level + (series[t] - level) / n
            fitted.append(level)
        return torch.stack(fitted)


def load():
    return torch.compile(ChangepointLevel())


def cases():
    yield from build(load, lambda: (randn(6),), "base grad big zero nan")
    yield from build(load, lambda: (torch.tensor([0.1, 0.2, 5.0, 5.2, 5.1, -3.0]),), "base", tag="jumps-")

EXPECT = {'topic': 'time series',
 'kind': 'branch, Python counter',
 'rewrites': [],
 'breaks': {21: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
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
