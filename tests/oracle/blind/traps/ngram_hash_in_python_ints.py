"""Hashed n-gram embeddings: the polynomial hash is computed in Python integers, which do not overflow."""

import torch
from torch import nn

from fxkit import build, ints

PRIMES = (1000003, 998244353, 2147483647)


def ngram_hashes(ids, n, prime, buckets):
    """One bucket per position; positions without n tokens to the left use fewer."""
    rows = []
    for sentence in ids.tolist():
        hashes = []
        for i in range(len(sentence)):
            h = 0
            for tok in sentence[max(0, i - n + 1) : i + 1]:
                h = h * prime + tok + 1
            hashes.append(h % buckets)
        rows.append(hashes)
    return torch.tensor(rows)


class NgramEmbedding(nn.Module):
    def __init__(self, vocab=50, dim=4, buckets=97, ngrams=(2, 3, 4)):
        super().__init__()
        self.tok = nn.Embedding(vocab, dim)
        self.tables = nn.ModuleList(nn.Embedding(buckets, dim) for _ in ngrams)
        self.buckets = buckets
        self.ngrams = ngrams

    def forward(self, ids):
        x = self.tok(ids)
        for n, prime, table in zip(self.ngrams, PRIMES, self.tables):
            x = x + table(ngram_hashes(ids, n, prime, self.buckets))
        return x / (len(self.ngrams) + 1) ** 0.5


def load(ngrams=(2, 3, 4)):
    return torch.compile(NgramEmbedding(ngrams=ngrams))


def cases():
    yield from build(load, lambda: (ints(0, 50, 2, 6),), "base")
    yield from build(lambda: load((2,)), lambda: (ints(0, 50, 2, 6),), "base", tag="bigram-")
    yield from build(load, lambda: (torch.tensor([[49]]),), "base", tag="one-")

EXPECT = {'topic': 'language',
 'kind': 'loop over examples',
 'verdict': 'any correct rewrite',
 'obligations': ['dtype', 'overflow', 'values'],
 'breaks': {14: 3},
 'gb': ['GB0033', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
