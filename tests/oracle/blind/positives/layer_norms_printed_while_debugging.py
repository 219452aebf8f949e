"""A stack of blocks that prints the mean norm of the residual stream as long as it is told to."""

import torch
from torch import nn

from fxkit import build, randn


class Block(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.norm = nn.LayerNorm(dim)
        self.mix = nn.Linear(dim, dim)

    def forward(self, x):
        return x + torch.tanh(self.mix(self.norm(x)))


class Stack(nn.Module):
    def __init__(self, depth=2, verbose=True):
        super().__init__()
        self.blocks = nn.ModuleList(Block() for _ in range(depth))
        self.head = nn.Linear(4, 2)
        self.verbose = verbose

    def forward(self, x):
        for i, block in enumerate(self.blocks):
            x = block(x)
            if self.verbose:
                print(f"block {i}: residual norm {x.norm(dim=-1).mean().item():.3f}")
        return self.head(x)


def load(verbose=True):
    return torch.compile(Stack(verbose=verbose))


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base grad nan")
    yield from build(lambda: load(False), lambda: (randn(2, 3, 4),), "base", tag="quiet-")

EXPECT = {'topic': 'LLM, debugging',
 'kind': 'print in the forward',
 'rewrites': [],
 'breaks': {30: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
