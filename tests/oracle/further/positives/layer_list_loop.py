"""A branch after each layer of a ModuleList."""

import torch
from torch import nn

from fxkit import build, randn


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(4, 4) for _ in range(depth))

    def forward(self, h):
        for layer in self.layers:
            h = layer(h)
            if h.abs().max() > 1.0:
                h = h * 0.5
        return h


def load():
    return torch.compile(Stack(2))


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base big small nan inf zero grad big+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {17: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
