"""Term frequencies are integers that a number scales to the default type; a tensor would make them double."""

import torch
from torch import nn

from fxkit import build, ints, rand


class BM25(nn.Module):
    def __init__(self, vocab=10, k1=1.2, b=0.75):
        super().__init__()
        self.vocab = vocab
        self.k1, self.b = k1, b
        # document statistics come from a float64 table
        self.register_buffer("doc_lengths", (5 + 10 * rand(6)).double())
        self.register_buffer("idf", rand(vocab))

    def term_counts(self, tokens):
        one_hot = torch.nn.functional.one_hot(tokens, self.vocab)
        return one_hot.sum(dim=1)

    def forward(self, docs, query):
        counts = self.term_counts(docs)
        avgdl = self.doc_lengths.mean().item()
        norm = self.k1 * (1 - self.b + self.b * docs.shape[1] / avgdl)
        scaled = counts * norm
        score = counts * (self.k1 + 1) / (scaled / self.k1 + self.k1)
        wanted = torch.zeros(self.vocab).index_fill(0, query, 1.0)
        return (score * wanted * self.idf).sum(dim=-1), scaled


def load():
    return torch.compile(BM25())


def cases():
    yield from build(load, lambda: (ints(0, 10, 3, 6), ints(0, 10, 2)), "base")
    yield from build(load, lambda: (ints(0, 10, 1, 2), ints(0, 10, 1)), "base", tag="short-")
    yield from build(load, lambda: (ints(0, 10, 0, 4), ints(0, 10, 1)), "base", tag="none-")

EXPECT = {'topic': 'retrieval',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['dtypes'],
 'breaks': {24: 3},
 'gb': ['GB0124'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history',
            'number-tensor']}
