"""Retrieval metrics catch the division by zero of a batch without relevant documents."""

import torch
from torch import nn

from fxkit import build, randn


def safe_divide(a, b):
    try:
        return a.item() / b.item()
    except ZeroDivisionError:
        return 0.0


class F1Score(nn.Module):
    def __init__(self, threshold=0.0):
        super().__init__()
        self.threshold = threshold

    def forward(self, logits, labels):
        predicted = logits > self.threshold
        tp = (predicted & labels).sum()
        precision = safe_divide(tp, predicted.sum())
        recall = safe_divide(tp, labels.sum())
        total = precision + recall
        return 2 * precision * recall / total if total > 0 else 0.0


class Reranker(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.score = nn.Linear(dim, 1)
        self.f1 = F1Score()

    def forward(self, pairs, labels):
        logits = self.score(pairs).squeeze(-1)
        loss = nn.functional.binary_cross_entropy_with_logits(logits, labels.float())
        return loss, self.f1(logits, labels)


def load():
    return torch.compile(Reranker())


def cases():
    yield from build(load, lambda: (randn(6, 4), randn(6) > 0), "base grad true false nan allnan")
    yield from build(load, lambda: (-40 + randn(3, 4), torch.tensor([True, False, True])), "base zero", tag="flat-")

EXPECT = {'topic': 'retrieval',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions that are caught'],
 'breaks': {11: 9},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history',
            'number-tensor']}
