"""N-gram embedding: each window of tokens is hashed by a polynomial in whole numbers, then reduced to a bucket."""

import torch
from torch import nn

from fxkit import build, ints

MOD = (1 << 61) - 1
BASE = 1_000_003


def rolling_hash(window):
    h = 7
    for token in window:
        h = (h * BASE + int(token)) % MOD
    return h


class HashedNgrams(nn.Module):
    def __init__(self, buckets: int = 13, dim: int = 3, n: int = 4):
        super().__init__()
        self.n = n
        self.buckets = buckets
        self.table = nn.Embedding(buckets, dim)

    def ids(self, tokens):
        windows = tokens.unfold(0, self.n, 1)
        return torch.tensor([rolling_hash(w) % self.buckets for w in windows])

    def forward(self, tokens):
        ids = self.ids(tokens)
        return self.table(ids).mean(dim=0), ids


def load():
    return torch.compile(HashedNgrams())


def cases():
    yield from build(load, lambda: (ints(0, 50000, 7),), "base")
    yield from build(load, lambda: (ints(0, 3, 7),), "base", tag="small-")

EXPECT = {'topic': 'tokenisation',
 'kind': 'int()',
 'verdict': 'decline',
 'obligations': ['whole numbers of Python do not overflow'],
 'breaks': {15: 2},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
