"""A residual stack halves the stream after a layer that blew up."""

import torch
from torch import nn

from fxkit import build, randn


class Stack(nn.Module):
    def __init__(self, depth=3, width=4):
        super().__init__()
        self.layers = nn.ModuleList(nn.Linear(width, width) for _ in range(depth))

    def forward(self, h):
        for layer in self.layers:
            h = h + layer(h)
            if h.abs().max() > 3.0:
                h = h * 0.5
        return h


def load():
    return torch.compile(Stack())


def cases():
    yield from build(load, lambda: (randn(2, 4),), "base small nan inf zero grad small+grad nan+grad inf+grad")
    yield from build(load, lambda: (randn(2, 4) * 5,), "base grad", tag="loud-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {17: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
