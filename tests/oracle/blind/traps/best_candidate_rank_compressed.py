"""Reranking: the position of the best candidate among those that passed the filter, and its score."""

import torch
from torch import nn

from fxkit import bools, build, randn


class CrossEncoder(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.query, self.doc = nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, query, docs):
        return (self.query(query) * self.doc(docs)).sum(dim=-1)


class FilteredReranker(nn.Module):
    """The caller holds the ids of the candidates that passed, so it wants an index into those."""

    def __init__(self):
        super().__init__()
        self.encoder = CrossEncoder()

    def forward(self, query, docs, passed):
        scores = self.encoder(query, docs)
        kept = scores[passed]
        best = kept.argmax()
        return best, kept.max(), scores


def load():
    return torch.compile(FilteredReranker())


def cases():
    yield from build(load, lambda: (randn(4), randn(7, 4), bools(7, p=0.6)), "base grad true nan")
    yield from build(load, lambda: (randn(4), randn(5, 4), torch.tensor([False, False, True, False, True])), "base", tag="late-")

EXPECT = {'topic': 'retrieval',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['index into the selection', 'empty selections'],
 'breaks': {27: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
