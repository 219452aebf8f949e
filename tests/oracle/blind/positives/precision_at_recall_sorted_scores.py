"""The precision at the first threshold that reaches the wanted recall, over the labelled points only."""

import torch
from torch import nn

from fxkit import build, randn


class PrecisionAtRecall(nn.Module):
    """Labels: 1 anomaly, 0 normal, -1 not labelled."""

    def __init__(self, dim=3, recall=0.8):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.recall = recall

    @torch.no_grad()
    def metric(self, scores, labels):
        known = labels >= 0
        scores, labels = scores[known], labels[known]
        order = torch.argsort(scores, descending=True, stable=True)
        hits = labels[order].cumsum(0)
        first = int((hits >= self.recall * hits[-1]).int().argmax())
        return hits[first] / (first + 1)

    def forward(self, x, labels):
        scores = self.score(x).squeeze(-1)
        return scores, self.metric(scores, labels)


def load():
    return torch.compile(PrecisionAtRecall())


def cases():
    yield from build(load, lambda: (randn(7, 3), torch.tensor([1, 0, -1, 1, 0, -1, 1])), "base grad")
    yield from build(load, lambda: (randn(4, 3), torch.tensor([0, 0, -1, 0])), "base", tag="normal-")
    yield from build(load, lambda: (randn(4, 3), torch.tensor([1, 1, 1, 0])), "base", tag="labelled-")

EXPECT = {'topic': 'metrics, anomaly detection',
 'kind': 'selection in front of a sort, number as an index',
 'rewrites': [],
 'breaks': {20: 3, 23: 2},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
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
