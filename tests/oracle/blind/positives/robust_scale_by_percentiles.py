"""Time series anomaly scores are scaled by percentiles that numpy computes on a copy of the errors."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class ErrorScaler:
    def __init__(self, low: float = 25.0, high: float = 75.0, eps: float = 1e-6):
        self.low = low
        self.high = high
        self.eps = eps

    def fit(self, errors: torch.Tensor):
        data = errors.detach().cpu().numpy()
        median = np.nanmedian(data, axis=0)
        lo, hi = np.nanpercentile(data, [self.low, self.high], axis=0)
        return torch.from_numpy(median).float(), torch.from_numpy(np.asarray(hi - lo)).float()

    def transform(self, errors):
        median, iqr = self.fit(errors)
        return (errors - median).abs() / (iqr.abs() + self.eps)


class GraphDeviation(nn.Module):
    """Forecasts each sensor from the others and scores the worst sensor."""

    def __init__(self, sensors=4, window=3):
        super().__init__()
        self.embed = nn.Parameter(torch.randn(sensors, 2))
        self.out = nn.Linear(window, 1)
        self.scaler = ErrorScaler()

    def adjacency(self):
        sim = self.embed @ self.embed.t()
        return torch.softmax(sim - 1e4 * torch.eye(sim.shape[0]), dim=-1)

    def forward(self, windows, target):
        agg = torch.einsum("ij,bjw->biw", self.adjacency(), windows)
        pred = self.out(agg).squeeze(-1)
        errors = (pred - target).abs()
        scores = self.scaler.transform(errors)
        return errors.mean(), scores.amax(dim=1)


def load():
    return torch.compile(GraphDeviation())


def cases():
    yield from build(load, lambda: (randn(5, 4, 3), randn(5, 4)), "base grad zero")

EXPECT = {'topic': 'time series',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {18: 2, 19: 1},
 'gb': ['GB0294'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close', 'grad-close', 'finite'],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
