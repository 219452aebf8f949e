"""Implicit surfaces: targets of the occupancy loss go through torch._assert before the loss is taken."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


def check_occupancy(occ):
    torch._assert(occ.min() >= 0, "occupancy below zero")
    torch._assert(occ.max() <= 1, "occupancy above one")
    return occ


class CondResBlock(nn.Module):
    def __init__(self, dim, c_dim):
        super().__init__()
        self.fc = nn.Linear(dim, dim)
        self.gamma = nn.Linear(c_dim, dim)

    def forward(self, x, c):
        return x + self.fc((x * (1 + self.gamma(c))[:, None]).relu())


class OccupancyNetwork(nn.Module):
    def __init__(self, dim=6, c_dim=4):
        super().__init__()
        self.fc_p = nn.Linear(3, dim)
        self.block = CondResBlock(dim, c_dim)
        self.fc_out = nn.Linear(dim, 1)

    def decode(self, points, c):
        return self.fc_out(self.block(self.fc_p(points), c)).squeeze(-1)

    def forward(self, points, c, occ):
        logits = self.decode(points, c)
        loss = F.binary_cross_entropy_with_logits(logits, check_occupancy(occ), reduction="none")
        return loss.sum(dim=-1).mean()


def load():
    return torch.compile(OccupancyNetwork())


def cases():
    yield from build(load, lambda: (randn(2, 5, 3), randn(2, 4), (rand(2, 5) > 0.5).float()), "base grad")
    yield from build(load, lambda: (randn(2, 5, 3), randn(2, 4), rand(2, 5) - 0.5), "base", tag="below-")
    yield from build(load, lambda: (randn(2, 5, 3), randn(2, 4), rand(2, 5) + 0.5), "base", tag="above-")

EXPECT = {'topic': '3d',
 'kind': 'check',
 'rewrites': [],
 'breaks': {11: 2, 12: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
