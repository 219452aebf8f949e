"""Class balanced cross entropy with effective numbers of samples per batch."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class EffectiveNumberWeights:
    def __init__(self, num_classes, beta=0.99):
        self.num_classes = num_classes
        self.beta = beta

    def __call__(self, labels):
        counts = torch.bincount(labels, minlength=self.num_classes).float()
        effective = 1.0 - torch.pow(self.beta, counts)
        weights = (1.0 - self.beta) / effective.clamp(min=1e-8)
        weights = torch.where(counts > 0, weights, torch.zeros_like(weights))
        return weights / weights.sum() * self.num_classes


class ClassBalancedLoss(nn.Module):
    def __init__(self, num_classes=4, loss_type="softmax"):
        super().__init__()
        self.num_classes = num_classes
        self.loss_type = loss_type
        self.weights_for = EffectiveNumberWeights(num_classes)

    def forward(self, logits, labels):
        weights = self.weights_for(labels)
        if self.loss_type == "softmax":
            return F.cross_entropy(logits, labels, weight=weights)
        onehot = F.one_hot(labels, self.num_classes).to(logits.dtype)
        sample_weight = (weights * onehot).sum(dim=1, keepdim=True)
        return F.binary_cross_entropy_with_logits(logits, onehot, weight=sample_weight)


class Classifier(nn.Module):
    def __init__(self, loss_type):
        super().__init__()
        self.fc = nn.Linear(5, 4)
        self.criterion = ClassBalancedLoss(4, loss_type)

    def forward(self, x, labels):
        logits = self.fc(x)
        return self.criterion(logits, labels), logits.argmax(dim=1)


def load(loss_type="softmax"):
    return torch.compile(Classifier(loss_type))


def cases():
    yield from build(load, lambda: (randn(8, 5), ints(0, 4, 8)), "base grad")
    yield from build(load, lambda: (randn(8, 5), torch.full((8,), 2)), "base", tag="one-")
    yield from build(lambda: load("sigmoid"), lambda: (randn(8, 5), ints(0, 3, 8)), "base", tag="sig-")


EXPECT = {'topic': 'loss',
 'kind': 'bincount_counts',
 'rewrites': [],
 'breaks': {16: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close']}
