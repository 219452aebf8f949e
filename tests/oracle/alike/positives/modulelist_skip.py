"""A residual branch per layer of a ModuleList."""

import torch
from torch import nn

from fxkit import build, randn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(2))

    def forward(self, x):
        for layer in self.layers:
            y = layer(x)
            if y.abs().max() > 1.0:
                x = x + y * 0.1
            else:
                x = x + y
        return x


def load():
    return torch.compile(Stack())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base big small nan inf zero grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R44', 'R1'],
 'breaks': {17: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
