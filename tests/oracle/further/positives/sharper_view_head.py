"""The head is applied to the view with the larger spread."""

import torch
from torch import nn

from fxkit import build, randn


class TwoViews(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Linear(4, 2)

    def forward(self, left, right):
        return self.head(left) if left.std() > right.std() else self.head(right)


def load():
    return torch.compile(TwoViews())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=6)), "base small big nan inf zero grad small+grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R11'],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
