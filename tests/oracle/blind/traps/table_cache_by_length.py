"""Position tables are computed once for every length that occurs and kept in a dictionary under that number."""

import torch
from torch import nn

from fxkit import build, randn


class SinusoidCache:
    def __init__(self, dim):
        self.dim = dim
        self.tables = {}
        self.misses = 0

    def get(self, length):
        if length not in self.tables:
            self.misses += 1
            inv = 1.0 / (10000 ** (torch.arange(0, self.dim, 2) / self.dim))
            self.tables[length] = torch.cat([torch.sin(length * inv), torch.cos(length * inv)])
        return self.tables[length]


class LastPosition(nn.Module):
    """Adds the table of the last valid position to the pooled sequence."""

    def __init__(self, dim=4):
        super().__init__()
        self.cache = SinusoidCache(dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, mask):
        length = mask.sum().item()
        pooled = (x * mask.unsqueeze(-1)).sum(dim=0) / max(length, 1)
        return self.proj(pooled) + self.cache.get(length), self.cache.misses


def load():
    return torch.compile(LastPosition())


def cases():
    yield from build(load, lambda: (randn(5, 4), torch.tensor([1, 1, 1, 0, 0])), "base grad")
    yield from build(load, lambda: (randn(5, 4), torch.ones(5).long()), "base", tag="full-")
    yield from build(load, lambda: (randn(5, 4), torch.zeros(5).long()), "base", tag="empty-")

EXPECT = {'topic': 'inference',
 'kind': 'host dictionary',
 'verdict': 'decline',
 'obligations': ['keys of a dict', 'O1'],
 'breaks': {32: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
