"""One layer is applied to either of two inputs in a conditional expression."""

import torch
from torch import nn

from fxkit import build, randn


class Update(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(4, 2)

    def forward(self, node, msg):
        summed = node + msg
        gap = node - msg
        out = self.lin(summed) if gap.mean() > 0 else self.lin(gap)
        return out * 2.0


def load():
    return torch.compile(Update())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base pos neg big nan inf zero grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R11'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
