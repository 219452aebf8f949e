"""Vector quantiser: the usage counts are halved in place before they grow too large."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class Codebook(nn.Module):
    def __init__(self, size, dim, limit):
        super().__init__()
        self.size, self.limit = size, limit
        self.embed = nn.Embedding(size, dim)
        self.register_buffer("usage", torch.zeros(size))

    def count(self, codes):
        hits = F.one_hot(codes, num_classes=self.size).sum(0)
        self.usage.add_(hits.to(self.usage.dtype))

    def forward(self, codes):
        with torch.no_grad():
            self.count(codes)
        total = self.usage.sum()
        if total > self.limit:
            self.usage.mul_(0.5)
        return self.embed(codes) * 1.0, self.usage / (total + 1.0)


def load():
    return torch.compile(Codebook(4, 3, 10.0))


def cases():
    yield from build(load, lambda: (ints(0, 4, 6),), "base")
    yield from build(load, lambda: (ints(0, 4, 16),), "base", tag="many-")


EXPECT = {'topic': 'quantisation',
 'rewrites': ['R2', 'R8', 'R9'],
 'breaks': {25: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
