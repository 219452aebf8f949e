"""The block notes how many rows it was given."""

import torch
from torch import nn

from fxkit import bools, build, randn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.loads = []

    def forward(self, rows):
        self.loads.append(rows.shape[0])
        return torch.relu(self.fc(rows))


class Sparse(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()

    def forward(self, x, busy):
        y = torch.zeros_like(x)
        y[busy] = self.block(x[busy])
        return x + y


def cases():
    yield from build(lambda: torch.compile(Sparse()), lambda: (randn(5, 3), bools(5)), "base true false")

EXPECT = {'topic': 'moe',
 'verdict': 'decline',
 'obligations': ['O3'],
 'breaks': {27: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['value'],
 'unsafe': []}
