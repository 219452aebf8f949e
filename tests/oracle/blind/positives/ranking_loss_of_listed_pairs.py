"""Learning to rank: annotators give pairs of documents, better one first, which are walked through in Python."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Scorer(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 4), nn.ReLU(), nn.Linear(4, 1))

    def forward(self, docs):
        return self.net(docs).squeeze(-1)


class PairwiseRanker(nn.Module):
    def __init__(self, margin=0.0, sigma=1.0):
        super().__init__()
        self.scorer = Scorer()
        self.margin, self.sigma = margin, sigma

    def forward(self, docs, pairs):
        scores = self.scorer(docs)
        loss, correct = torch.zeros(()), 0
        for better, worse in pairs.tolist():
            diff = self.sigma * (scores[better] - scores[worse] - self.margin)
            loss = loss + F.softplus(-diff)
            correct += (diff > 0).int()
        return loss / max(len(pairs), 1), correct


def load():
    return torch.compile(PairwiseRanker())


def cases():
    pairs = torch.tensor([[0, 1], [3, 2], [0, 2], [1, 4]])
    yield from build(load, lambda: (randn(5, 5), pairs.clone()), "base grad")
    yield from build(load, lambda: (randn(5, 5), pairs[2:3].flip(1)), "base", tag="one-")

EXPECT = {'topic': 'ranking',
 'kind': 'tolist',
 'rewrites': [],
 'breaks': {28: 3},
 'gb': ['GB0033'],
 'skips': 0,
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
