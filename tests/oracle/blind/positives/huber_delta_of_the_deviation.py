"""Robust regression of exposures: the width of the Huber loss follows the median deviation of the residuals."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def mad(residual):
    med = residual.median()
    return 1.4826 * (residual - med).abs().median()


class RobustHead(nn.Module):
    def __init__(self, dim=3, tuning=1.345, floor=1e-3):
        super().__init__()
        self.linear = nn.Linear(dim, 1)
        self.tuning, self.floor = tuning, floor

    def forward(self, x, y):
        pred = self.linear(x).squeeze(-1)
        residual = pred - y
        scale = mad(residual.detach())
        if scale < self.floor:
            # more than half of the residuals agree
            scale = residual.detach().abs().mean().clamp(min=self.floor)
        delta = float(self.tuning * scale)
        loss = F.huber_loss(pred, y, delta=delta)
        return {"loss": loss / delta, "outliers": (residual.abs() > delta).sum()}


def load():
    return torch.compile(RobustHead())


def cases():
    yield from build(load, lambda: (randn(7, 3), randn(7)), "base grad big")
    yield from build(load, lambda: (torch.zeros(7, 3), torch.tensor([0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 3.0])), "base grad", tag="agreeing-")

EXPECT = {'topic': 'regression',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {25: 2, 28: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
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
