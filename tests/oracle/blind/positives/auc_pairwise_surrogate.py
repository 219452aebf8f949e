"""Pairwise surrogate of the area under the ROC curve, with a hinge between positives and negatives."""

import torch
from torch import nn

from fxkit import build, randn


class PairwiseAUCLoss(nn.Module):
    def __init__(self, margin=1.0):
        super().__init__()
        self.margin = margin

    def forward(self, score, target):
        pos = score[target == 1]
        neg = score[target == 0]
        if pos.numel() == 0 or neg.numel() == 0:
            return score.sum() * 0.0
        diff = self.margin - (pos.unsqueeze(1) - neg.unsqueeze(0))
        return torch.clamp(diff, min=0).pow(2).mean()


class ImbalancedClassifier(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.fc = nn.Linear(dim, 1)
        self.criterion = PairwiseAUCLoss()

    def forward(self, x, target):
        score = torch.sigmoid(self.fc(x)).squeeze(-1)
        return self.criterion(score, target), score


def load():
    return torch.compile(ImbalancedClassifier())


def cases():
    yield from build(load, lambda: (randn(6, 4), torch.tensor([0, 1, 0, 0, 1, 0])), "base grad")
    yield from build(load, lambda: (randn(6, 4), torch.zeros(6, dtype=torch.long)), "base grad", tag="negatives-")
    yield from build(load, lambda: (randn(3, 4), torch.ones(3, dtype=torch.long)), "base", tag="positives-")

EXPECT = {'topic': 'losses',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {15: 3, 16: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
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
