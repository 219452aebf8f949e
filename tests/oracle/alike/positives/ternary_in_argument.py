"""A conditional expression is an argument of a layer call."""

import torch
from torch import nn

from fxkit import build, randn


class Proj(nn.Module):
    def __init__(self):
        super().__init__()
        self.out = nn.Linear(4, 2)

    def forward(self, query, key):
        gap = (query - key).abs().amax()
        return self.out(query * 2.0 if gap > 1.5 else query + key).tanh()


def load():
    return torch.compile(Proj())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=3)), "base big nan inf zero grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from build(load, lambda: (randn(3, 4), randn(3, 4) + 0.1), "base grad", tag="near-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R1', 'R11'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
