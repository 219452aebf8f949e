"""A layer is added only when the activations are large."""

import torch
from torch import nn

from fxkit import build, randn


class Adapted(nn.Module):
    def __init__(self):
        super().__init__()
        self.main = nn.Linear(4, 3)
        self.side = nn.Linear(4, 3)

    def forward(self, x):
        y = self.main(x)
        if y.abs().max() > 1.5:
            y = y + self.side(x)
        return y.relu()


def load():
    return torch.compile(Adapted())


def cases():
    yield from build(load, lambda: (randn(2, 4),), "base small big zero grad small+grad big+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
