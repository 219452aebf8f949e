"""A patch based forecaster returns its error for each step of the horizon as a list of numbers."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class PatchConfig:
    context: int = 12
    patch: int = 4
    horizon: int = 3
    dim: int = 6


class PatchForecaster(nn.Module):
    def __init__(self, config=PatchConfig()):
        super().__init__()
        self.config = config
        self.embed = nn.Linear(config.patch, config.dim)
        self.head = nn.Linear(config.dim * (config.context // config.patch), config.horizon)

    def forward(self, history):
        patches = history.unfold(-1, self.config.patch, self.config.patch)
        return self.head(torch.relu(self.embed(patches)).flatten(-2))

    def metrics(self, pred, target):
        steps = (pred - target).detach().abs().mean(dim=0).tolist()
        return {f"mae@{k + 1}": value for k, value in enumerate(steps)}

    def loss_and_metrics(self, history, target):
        pred = self(history)
        return (pred - target).square().mean(), self.metrics(pred, target)


def load():
    return torch.compile(PatchForecaster().loss_and_metrics)


def cases():
    yield from build(load, lambda: (randn(4, 12), randn(4, 3)), "base grad nan zero")

EXPECT = {'topic': 'timeseries',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {31: 2},
 'gb': ['GB0109'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
