"""Class balanced loss: every class is weighted by the effective number of its samples in the batch."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def effective_number_weights(labels, num_classes, beta):
    samples_per_cls = torch.bincount(labels, minlength=num_classes)
    effective_num = 1.0 - torch.pow(beta, samples_per_cls)
    weights = (1.0 - beta) / effective_num.clamp(min=1.0 - beta)
    return weights / weights.sum() * num_classes


class CBLoss(nn.Module):
    """Class-Balanced Loss Based on Effective Number of Samples, sigmoid variant."""

    def __init__(self, num_classes=4, beta=0.9):
        super().__init__()
        self.num_classes, self.beta = num_classes, beta

    def forward(self, logits, labels):
        onehot = F.one_hot(labels, self.num_classes).float()
        weights = effective_number_weights(labels, self.num_classes, self.beta)
        weights = (weights.unsqueeze(0) * onehot).sum(1, keepdim=True)
        return F.binary_cross_entropy_with_logits(logits, onehot, weight=weights)


class Net(nn.Module):
    def __init__(self, dim=5, num_classes=4):
        super().__init__()
        self.fc = nn.Linear(dim, num_classes)
        self.criterion = CBLoss(num_classes)

    def forward(self, x, y):
        logits = self.fc(x)
        return self.criterion(logits, y), logits.argmax(dim=-1)


def load():
    net = Net()
    net.compile()
    return net


def cases():
    yield from build(load, lambda: (randn(7, 5), ints(0, 4, 7)), "base grad nan big")
    yield from build(load, lambda: (randn(4, 5), torch.full((4,), 2)), "base grad", tag="one-class-")

EXPECT = {'topic': 'long tail',
 'kind': 'counts',
 'rewrites': [],
 'breaks': {11: 3},
 'gb': ['GB0036'],
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
