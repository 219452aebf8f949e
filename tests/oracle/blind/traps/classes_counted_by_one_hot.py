"""Confidence penalty against the class prior: the number of classes is what the labels of the batch reach."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class PriorPenalty(nn.Module):
    def forward(self, probs, labels):
        onehot = F.one_hot(labels)
        prior = onehot.float().mean(dim=0)
        # classes beyond the largest label of the batch are not looked at
        return (probs[:, : onehot.shape[1]].mean(dim=0) - prior).square().mean()


class Classifier(nn.Module):
    def __init__(self, dim=4, classes=5):
        super().__init__()
        self.fc = nn.Linear(dim, classes)
        self.penalty = PriorPenalty()

    def forward(self, x, labels):
        logits = self.fc(x)
        return F.cross_entropy(logits, labels) + self.penalty(logits.softmax(dim=-1), labels)


def load():
    return torch.compile(Classifier())


def cases():
    yield from build(load, lambda: (randn(6, 4), torch.tensor([0, 1, 4, 2, 2, 3])), "base grad nan")
    yield from build(load, lambda: (randn(6, 4), torch.tensor([0, 1, 1, 0, 1, 0])), "base", tag="two-")
    yield from build(load, lambda: (randn(6, 4), torch.zeros(6, dtype=torch.long)), "base", tag="one-")

EXPECT = {'topic': 'calibration',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {12: 2},
 'gb': ['GB0246'],
 'skips': 0,
 'graphs_per_call': 3,
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
