"""Recall at k divides Python numbers: a user without relevant items raises, and is not counted."""

import torch
from torch import nn

from fxkit import build, randn


class Retrieval(nn.Module):
    def __init__(self, dim=3, items=6, k=2):
        super().__init__()
        self.items = nn.Embedding(items, dim)
        self.k = k

    @torch.no_grad()
    def forward(self, user, relevant):
        """user: (dim,), relevant: (items,) bool."""
        scores = self.items.weight @ user
        top = scores.topk(self.k).indices
        hits = relevant[top].sum()
        return scores, hits.item() / relevant.sum().item()


class RecallMetric:
    def __init__(self):
        self.model = torch.compile(Retrieval())
        self.users = 0
        self.skipped = 0

    def update(self, user, relevant):
        try:
            _, recall = self.model(user, relevant)
        except ZeroDivisionError:
            self.skipped += 1
            return "no relevant item"
        self.users += 1
        return f"{float(recall):.3f}"


def load():
    return RecallMetric().update


def cases():
    yield from build(load, lambda: (randn(3), torch.tensor([1, 0, 1, 0, 0, 1]).bool()), "base zero")
    yield from build(load, lambda: (randn(3), torch.zeros(6).bool()), "base", tag="cold-")

EXPECT = {'topic': 'recommender',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O1', 'exceptions'],
 'breaks': {21: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['value'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
