"""A data gate runs its checks in order and stops at the first that fails; each check counts how often it was asked."""

import torch
from torch import nn

from fxkit import build, randn


class Check(nn.Module):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit
        self.register_buffer("asked", torch.zeros((), dtype=torch.long))
        self.register_buffer("largest", torch.zeros(()))

    def forward(self, x):
        self.asked += 1
        self.largest.copy_(torch.maximum(self.largest, x.abs().max()))
        return self.largest <= self.limit


class DataGate(nn.Module):
    def __init__(self, limits=(30.0, 10.0, 3.0)):
        super().__init__()
        self.checks = nn.ModuleList(Check(limit) for limit in limits)

    def forward(self, x):
        return all(check(x) for check in self.checks)


class GatedModel(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.gate = DataGate()
        self.net = nn.Linear(dim, dim)

    @torch.no_grad()
    def forward(self, x):
        accepted = self.gate(x)
        return self.net(x), accepted


def load():
    return torch.compile(GatedModel())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base zero")
    yield from build(load, lambda: (20 * randn(3, 4),), "base", tag="large-")
    yield from build(load, lambda: (100 * randn(3, 4),), "base", tag="huge-")

EXPECT = {'topic': 'training',
 'kind': 'branch with state',
 'verdict': 'any correct rewrite',
 'obligations': ['short circuit with effects', 'type of all()'],
 'breaks': {28: 2},
 'gb': ['GB0091', 'GB0170'],
 'naive_differs_in': ['state', 'type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
