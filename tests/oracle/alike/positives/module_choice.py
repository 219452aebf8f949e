"""The arms bind one of two submodules, which is called afterwards."""

import torch
from torch import nn

from fxkit import build, randn


class Switch(nn.Module):
    def __init__(self):
        super().__init__()
        self.small = nn.Linear(3, 2)
        self.large = nn.Sequential(nn.Linear(3, 3), nn.Linear(3, 2))

    def forward(self, x):
        x = x * 0.5
        if x.mean() > 0:
            expert = self.large
        else:
            expert = self.small
        return expert(x) + 1.0


def load():
    return torch.compile(Switch())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base pos neg zero big grad pos+grad neg+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R11'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
