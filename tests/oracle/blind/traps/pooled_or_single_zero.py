"""A retrieval head returns one score per token, or a single zero when no token is relevant: the arms differ in shape."""

import torch
from torch import nn

from fxkit import build, randn


class TokenScorer(nn.Module):
    def __init__(self, dim=4, cut=0.5):
        super().__init__()
        self.query = nn.Linear(dim, dim)
        self.cut = cut

    def relevant(self, scores):
        return (scores > self.cut).any()

    def forward(self, tokens, query):
        scores = (self.query(query) * tokens).sum(dim=-1)
        if self.relevant(scores):
            return scores - self.cut
        return scores.new_zeros(1)


class Retriever:
    def __init__(self):
        self.scorer = torch.compile(TokenScorer())

    def search(self, tokens, query):
        scores = self.scorer(tokens, query)
        return scores, scores.numel(), scores.sum()


def load():
    return Retriever().search


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(4)), "base big")
    yield from build(load, lambda: (0.01 * randn(5, 4), randn(4)), "base", tag="none-")
    yield from build(load, lambda: (5 * randn(5, 4), randn(4)), "base", tag="many-")

EXPECT = {'topic': 'retrieval',
 'kind': 'branch',
 'verdict': 'decline',
 'obligations': ['arms of different shape'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['shape', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
