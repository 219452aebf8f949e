"""A mixture-of-depths block asks its gate as a truth value; a gate of several tokens is an error of the caller."""

import torch
from torch import nn

from fxkit import build, randn


class DepthGate(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.router = nn.Linear(dim, 1)

    def forward(self, x):
        return self.router(x.mean(dim=1)).squeeze(-1) > 0


class SkippableBlock(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.gate = DepthGate(dim)
        self.norm = nn.LayerNorm(dim)
        self.mlp = nn.Sequential(nn.Linear(dim, 2 * dim), nn.SiLU(), nn.Linear(2 * dim, dim))

    def forward(self, x):
        if self.gate(x):
            x = x + self.mlp(self.norm(x))
        return x


class Stack(nn.Module):
    def __init__(self, dim=5, depth=2):
        super().__init__()
        self.blocks = nn.ModuleList(SkippableBlock(dim) for _ in range(depth))

    def forward(self, x):
        for block in self.blocks:
            x = block(x)
        return x.mean(dim=1)


def load():
    return torch.compile(Stack())


def cases():
    yield from build(load, lambda: (randn(1, 3, 5),), "base grad zero nan")
    yield from build(load, lambda: (-2 * randn(1, 3, 5),), "base", tag="negative-")
    yield from build(load, lambda: (randn(2, 3, 5),), "base", tag="two-")
    yield from build(load, lambda: (randn(0, 3, 5),), "base", tag="no-")

EXPECT = {'topic': 'llm',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['the error of an ambiguous truth value', 'gradients of the skipped block'],
 'breaks': {26: 5},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['exception', 'gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
