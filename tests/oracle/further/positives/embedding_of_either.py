"""One embedding is called with one of two index tensors."""

import torch
from torch import nn

from fxkit import build, ints, randn


class Lookup(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Embedding(8, 3)

    def forward(self, x, near, far):
        if x.sum() > 0:
            rows = self.table(near)
        else:
            rows = self.table(far)
        return x + rows


def load():
    return torch.compile(Lookup())


def cases():
    yield from build(load, lambda: (randn(4, 3), ints(0, 8, 4), ints(0, 8, 4, seed=2)), "base pos neg nan inf zero grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R11'],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
