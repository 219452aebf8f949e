"""The second stage (with batch norm) runs only for hard batches."""

import torch
from torch import nn

from fxkit import build, randn


class Stage(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.norm = nn.BatchNorm1d(dim)

    def forward(self, x):
        return torch.relu(self.norm(self.fc(x)))


class CascadeNet(nn.Module):
    def __init__(self, dim=4, threshold=1.0):
        super().__init__()
        self.easy = nn.Linear(dim, dim)
        self.hard = Stage(dim)
        self.threshold = threshold

    def forward(self, x):
        h = self.easy(x)
        difficulty = h.detach().abs().max()
        if difficulty > self.threshold:
            h = h + self.hard(h)
        return h


def load():
    return torch.compile(CascadeNet())


def cases():
    yield from build(load, lambda: (randn(5, 4) * 0.1,), "base", tag="easy-")
    yield from build(load, lambda: (randn(5, 4) * 5,), "base", tag="hard-")


EXPECT = {'topic': 'vision',
 'kind': 'running_stats_in_arm',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {29: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'naive_differs_in': ['values'],
 'unsafe': ['close']}
