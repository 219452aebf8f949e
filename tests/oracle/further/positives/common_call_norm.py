"""The same normalisation is called with a sum or a difference."""

import torch
from torch import nn

from fxkit import build, randn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)

    def forward(self, x, branch):
        if x.mean() > branch.mean():
            y = self.norm(x + branch)
        else:
            y = self.norm(x - branch)
        return y * 2.0


def load():
    return torch.compile(Block())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base pos neg nan inf zero grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R11'],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
