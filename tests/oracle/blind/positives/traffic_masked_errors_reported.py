"""Traffic forecasting: masked errors of one horizon, where the null value is compared with numpy, reported as numbers."""

import numpy as np
import torch
from torch import nn

from fxkit import build, rand, randn


def masked_mae(preds, labels, null_val=np.nan):
    if np.isnan(null_val):
        mask = ~torch.isnan(labels)
    else:
        mask = labels != null_val
    mask = mask.float()
    mask /= torch.mean(mask)
    mask = torch.where(torch.isnan(mask), torch.zeros_like(mask), mask)
    loss = torch.abs(preds - labels)
    loss = loss * mask
    loss = torch.where(torch.isnan(loss), torch.zeros_like(loss), loss)
    return torch.mean(loss)


class GatedTCN(nn.Module):
    def __init__(self, nodes=3, horizon=2):
        super().__init__()
        self.filter = nn.Conv1d(nodes, nodes, 2)
        self.gate = nn.Conv1d(nodes, nodes, 2)
        self.end = nn.Linear(3, horizon)

    def forward(self, x):
        return self.end(torch.tanh(self.filter(x)) * torch.sigmoid(self.gate(x)))


class Engine(nn.Module):
    def __init__(self, mean=1.0, std=2.0):
        super().__init__()
        self.model = GatedTCN()
        self.mean, self.std = mean, std

    def forward(self, x, real):
        predict = self.model((x - self.mean) / self.std) * self.std + self.mean
        loss = masked_mae(predict, real, 0.0)
        with torch.no_grad():
            observed = masked_mae(predict, real)
        return loss, {"mae": loss.item(), "observed": observed.item()}


def load():
    return torch.compile(Engine())


def sensors():
    return rand(2, 3, 2) * 5 * (rand(2, 3, 2, seed=8) < 0.6)


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), sensors()), "base grad nan")
    yield from build(load, lambda: (randn(2, 3, 4), torch.zeros(2, 3, 2)), "base", tag="offline-")
    yield from build(load, lambda: (randn(2, 3, 4), torch.full((2, 3, 2), float("nan"))), "base", tag="missing-")

EXPECT = {'topic': 'timeseries',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {11: 2, 46: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['fresh-result', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
