"""Losses of an emulator in double precision are collected by item and travel as a tensor of the default type."""

import torch
from torch import nn

from fxkit import build, randn


def pack_metrics(values):
    return torch.tensor([v.item() for v in values])


class ClimateEmulator(nn.Module):
    def __init__(self, levels=3, hidden=6):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(levels, hidden), nn.GELU(), nn.Linear(hidden, levels)).double()
        self.register_buffer("layer_mass", torch.tensor([0.2, 0.3, 0.5], dtype=torch.float64))

    def energy(self, state):
        return (state.square() * self.layer_mass).sum(dim=-1)

    def forward(self, state, target):
        pred = state + 0.1 * self.net(state)
        mse = (pred - target).square().mean()
        drift = (self.energy(pred) - self.energy(state)).abs().mean()
        changed = ((pred - state).abs() > 0.05).sum()
        metrics = pack_metrics([mse, drift, changed])
        return mse + 0.1 * drift, metrics


class Logger:
    def __init__(self):
        self.model = torch.compile(ClimateEmulator())
        self.sums = torch.zeros(3)

    def update(self, state, target):
        loss, metrics = self.model(state, target)
        torch.add(self.sums, metrics, out=self.sums)
        return loss, self.sums.clone(), metrics.element_size()


def load():
    return Logger().update


def cases():
    yield from build(load, lambda: (randn(4, 3).double(), randn(4, 3, seed=1).double()), "base nan zero")

EXPECT = {'topic': 'climate',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['default dtype of torch.tensor'],
 'breaks': {10: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
