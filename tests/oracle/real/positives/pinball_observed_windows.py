"""Quantile loss of a forecaster over the windows whose target was observed."""

import torch
from torch import nn

from fxkit import bools, build, randn


class QuantileLoss(nn.Module):
    def __init__(self, quantiles=(0.1, 0.5, 0.9)):
        super().__init__()
        self.register_buffer("q", torch.tensor(quantiles))

    def pinball(self, forecast, target):
        diff = target.unsqueeze(-1) - forecast
        return torch.maximum(self.q * diff, (self.q - 1) * diff)

    def forward(self, forecast, target, observed):
        loss = self.pinball(forecast, target)
        per_window = loss.mean(dim=(1, 2))
        total = loss[observed].sum()
        coverage = (target <= forecast[..., -1]).float().mean(dim=-1)
        return {
            "loss": per_window[observed].mean(),
            "weighted": total / observed.sum().clamp(min=1),
            "coverage": coverage,
        }


def load():
    return torch.compile(QuantileLoss())


def cases():
    yield from build(load, lambda: (randn(5, 4, 3), randn(5, 4), bools(5)), "base grad big true false")

EXPECT = {'topic': 'forecasting',
 'rewrites': ['R30'],
 'breaks': {21: 2, 24: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
