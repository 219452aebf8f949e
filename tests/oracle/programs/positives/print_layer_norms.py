"""A line per layer in a loop over modules."""

import torch
from torch import nn

from fxkit import build, randn


class Stack(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(3, 3) for _ in range(2)])

    def forward(self, x):
        for i, layer in enumerate(self.layers):
            x = layer(x).relu()
            print(f"layer {i}: mean {x.detach().mean():.4f}")
        return x * 2.0


def load():
    return torch.compile(Stack())


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base zero nan inf grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R36'],
 'breaks': {17: 1},
 'gb': ['GB0059', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
