"""Ranking loss with Python's max: a gap that is no number counts as no violation."""

import torch
from torch import nn

from fxkit import build, randn


class PairwiseRankingLoss(nn.Module):
    def __init__(self, margin=0.5):
        super().__init__()
        self.margin = margin

    def forward(self, good, bad):
        violation = self.margin - (good - bad).item()
        return max(0.0, violation)


class Ranker(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.ranking = PairwiseRankingLoss()

    def forward(self, queries, good, bad):
        loss = 0.0
        penalty = 0.0
        for q, g, b in zip(queries, good, bad):
            s_good, s_bad = self.score(q * g), self.score(q * b)
            loss = loss + nn.functional.softplus(s_bad - s_good).sum()
            penalty += self.ranking(s_good.detach(), s_bad.detach())
        return loss / len(queries), penalty / len(queries)


def load():
    return torch.compile(Ranker())


def undefined():
    bad = randn(2, 4, seed=3)
    bad[1, 2] = float("nan")
    return randn(2, 4), randn(2, 4, seed=1), bad


def cases():
    yield from build(load, lambda: (randn(2, 4), randn(2, 4, seed=1), randn(2, 4, seed=3)), "base grad zero big")
    yield from build(load, undefined, "base", tag="nanpair-")

EXPECT = {'topic': 'retrieval',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {15: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
