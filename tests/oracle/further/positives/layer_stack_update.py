"""The branch sits in a loop over the layers of a module."""

import torch
from torch import nn

from fxkit import build, randn


class Stack(nn.Module):
    def __init__(self, depth):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(depth)])

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
            if x.abs().amax() > 1.5:
                x = x * 0.5
        return x


def load():
    return torch.compile(Stack(2).eval())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base small big zero nan inf grad big+grad small+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R2'],
 'breaks': {17: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
