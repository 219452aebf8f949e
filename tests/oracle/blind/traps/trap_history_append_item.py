"""Plateau scheduler: keeps a history of losses and counts bad epochs."""

import torch
from torch import nn

from fxkit import build, randn


class PlateauScheduler:
    def __init__(self, patience=1, factor=0.5):
        self.patience = patience
        self.factor = factor
        self.best = float("inf")
        self.num_bad = 0
        self.lr = 0.1

    def step(self, loss):
        if loss < self.best:
            self.best = loss.item()
            self.num_bad = 0
        else:
            self.num_bad += 1
        if self.num_bad > self.patience:
            self.lr *= self.factor
            self.num_bad = 0
        return self.lr


class Task(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(4, 1)
        self.scheduler = PlateauScheduler()

    def forward(self, x):
        loss = self.net(x).pow(2).mean()
        lr = self.scheduler.step(loss.detach())
        return loss * 1.0, lr


def load():
    return torch.compile(Task())


def cases():
    yield from build(load, lambda: (randn(5, 4),), "base")


EXPECT = {'topic': 'training',
 'kind': 'history_of_floats',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {18: 1, 19: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'naive_differs_in': ['type'],
 'unsafe': ['number-tensor']}
