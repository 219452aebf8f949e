"""int() of a tensor built from a module's integer setting."""

import torch
from torch import nn

from fxkit import build, randn


class SplitHeads(nn.Module):
    def __init__(self, heads):
        super().__init__()
        self.heads = heads

    def forward(self, x):
        n = int(torch.tensor(self.heads))
        b, d = x.shape
        y = x.neg().view(b, n, d // n).transpose(0, 1)
        return (y * n + 1.0).flip(-1)


def load(heads):
    return torch.compile(SplitHeads(heads))


def cases():
    yield from build(lambda: load(2), lambda: (randn(3, 4),), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from build(lambda: load(4), lambda: (randn(3, 4),), "base", tag="four-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R21'],
 'breaks': {15: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
