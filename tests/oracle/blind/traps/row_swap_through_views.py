"""Candidates are put in order by swapping rows; the rows are views, so a swap writes one of them twice."""

import torch
from torch import nn

from fxkit import build, randn


def order_pair(scores, rows, i, j):
    """Puts the better of two candidates first."""
    if scores[i] < scores[j]:
        rows[i], rows[j] = rows[j], rows[i]
    return rows


class PairwiseRanker(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.mix = nn.Linear(2 * dim, 2)

    def forward(self, candidates):
        scores = self.score(candidates).squeeze(-1)
        rows = candidates.clone()
        for i in range(0, rows.shape[0] - 1, 2):
            rows = order_pair(scores, rows, i, i + 1)
        pairs = rows.view(-1, 2 * rows.shape[1])
        return torch.log_softmax(self.mix(pairs), dim=-1), rows


def load():
    return torch.compile(PairwiseRanker())


def cases():
    yield from build(load, lambda: (torch.zeros(4, 3),), "base", tag="tied-")
    yield from build(load, lambda: (randn(4, 3),), "base grad")
    yield from build(load, lambda: (randn(6, 3, seed=3),), "base nan", tag="three-")

EXPECT = {'topic': 'linear algebra',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['rows are views'],
 'breaks': {11: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
