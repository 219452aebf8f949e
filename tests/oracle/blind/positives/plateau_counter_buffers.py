"""A forecaster counts inside of its loss how long the error has not improved."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Plateau(nn.Module):
    """Buffers, so that a checkpoint resumes with the same patience."""

    def __init__(self, tolerance=1e-3):
        super().__init__()
        self.tolerance = tolerance
        self.register_buffer("best", torch.tensor(float("inf")))
        self.register_buffer("stale", torch.zeros((), dtype=torch.long))

    @torch.no_grad()
    def update(self, error):
        if error < self.best - self.tolerance:
            self.best.copy_(error)
            self.stale.zero_()
        else:
            self.stale.add_(1)


class DLinear(nn.Module):
    def __init__(self, context=8, horizon=3, kernel=3):
        super().__init__()
        self.pool = nn.AvgPool1d(kernel, stride=1, padding=1, count_include_pad=False)
        self.trend, self.season = nn.Linear(context, horizon), nn.Linear(context, horizon)
        self.plateau = Plateau()

    def forward(self, history, future):
        trend = self.pool(history)
        pred = self.trend(trend) + self.season(history - trend)
        loss = F.mse_loss(pred, future)
        self.plateau.update(loss.detach())
        return loss, self.plateau.stale.clone()


def load():
    return torch.compile(DLinear())


def cases():
    yield from build(load, lambda: (randn(2, 2, 8), randn(2, 2, 3)), "base grad zero nan")

EXPECT = {'topic': 'timeseries',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {21: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
