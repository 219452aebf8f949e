"""Temporal fusion: the pinball loss of every quantile over the observed part of the horizon."""

import torch
from torch import nn

from fxkit import bools, build, randn


class QuantileHead(nn.Module):
    def __init__(self, hidden=4, quantiles=(0.1, 0.5, 0.9)):
        super().__init__()
        self.quantiles = quantiles
        self.proj = nn.Linear(hidden, len(quantiles))

    def loss(self, pred, target, observed):
        losses = {}
        for i, q in enumerate(self.quantiles):
            error = (target - pred[..., i])[observed]
            losses[f"q{int(100 * q)}"] = torch.maximum((q - 1) * error, q * error).mean()
        losses["total"] = sum(losses.values())
        return losses

    def forward(self, hidden, target=None, observed=None):
        pred = self.proj(hidden).sort(dim=-1).values
        if target is None:
            return pred, None
        return pred, self.loss(pred, target, observed)


def load():
    return torch.compile(QuantileHead())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4), randn(2, 5), bools(2, 5, seed=1)), "base grad true big")
    yield from build(load, lambda: (randn(2, 5, 4), randn(2, 5), torch.zeros(2, 5, dtype=torch.bool)), "base", tag="none-")
    yield from build(load, lambda: (randn(1, 2, 4), torch.tensor([[0.5, float("nan")]]), torch.tensor([[True, False]])), "base grad", tag="nan-")
    yield from build(load, lambda: (randn(2, 5, 4),), "base", tag="forecast-")

EXPECT = {'topic': 'time series',
 'kind': 'boolean masks in a loop',
 'rewrites': [],
 'breaks': {18: 5},
 'gb': ['GB0036', 'GB7000'],
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
