"""One layer norm serves both arms, with another input in each."""

import torch
from torch import nn

from fxkit import build, randn


class QueryNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.gain = 0.5

    def forward(self, query, shift):
        if query.amax() > shift.amax():
            out = self.norm(query + shift)
        else:
            out = self.norm(query - shift)
        return out * self.gain


def load():
    return torch.compile(QueryNorm())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=5)), "base pos neg big small nan inf zero grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R11'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
