"""Active learning takes the most uncertain unlabelled rows and depends on the error when too few are left."""

import torch
from torch import nn

from fxkit import build, randn


class UncertaintyQuery(nn.Module):
    def __init__(self, dim=4, classes=3, budget=3):
        super().__init__()
        self.head = nn.Linear(dim, classes)
        self.budget = budget

    def entropy(self, x):
        logp = self.head(x).log_softmax(dim=-1)
        return -(logp.exp() * logp).sum(dim=-1)

    def forward(self, x, labelled):
        scores = self.entropy(x)
        candidates = scores[~labelled]
        best = candidates.topk(self.budget).values
        return best.mean(), best[-1]


class Acquisition:
    def __init__(self):
        self.query = torch.compile(UncertaintyQuery())
        self.exhausted = 0

    def round(self, x, labelled):
        try:
            mean, threshold = self.query(x, labelled)
        except RuntimeError as e:
            self.exhausted += 1
            return None, str(e).splitlines()[0], self.exhausted
        return mean, threshold, self.exhausted


def load():
    return Acquisition().round


def cases():
    yield from build(load, lambda: (randn(6, 4), torch.tensor([True, False, False, True, False, False])), "base nan false")
    yield from build(load, lambda: (randn(6, 4), torch.tensor([True, False, True, True, False, True])), "base true", tag="few-")

EXPECT = {'topic': 'active-learning',
 'kind': 'selection',
 'verdict': 'any correct rewrite',
 'obligations': ['the exception of topk'],
 'breaks': {21: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
