"""mixup with the mixing coefficient from numpy's Beta distribution."""

import numpy as np
import torch
import torch.nn as nn

from fxkit import build, ints, randn


def mixup_data(x, y, alpha=1.0):
    """Returns mixed inputs, pairs of targets, and lambda"""
    if alpha > 0:
        lam = np.random.beta(alpha, alpha)
    else:
        lam = 1
    batch_size = x.size()[0]
    index = torch.arange(batch_size - 1, -1, -1)
    mixed_x = lam * x + (1 - lam) * x[index, :]
    y_a, y_b = y, y[index]
    return mixed_x, y_a, y_b, lam


def mixup_criterion(criterion, pred, y_a, y_b, lam):
    return lam * criterion(pred, y_a) + (1 - lam) * criterion(pred, y_b)


class MixupModel(nn.Module):
    def __init__(self, dim=6, classes=3, alpha=0.4):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 8), nn.ReLU(), nn.Linear(8, classes))
        self.criterion = nn.CrossEntropyLoss()
        self.alpha = alpha

    def forward(self, inputs, targets):
        if not self.training:
            return self.criterion(self.net(inputs), targets)
        inputs, targets_a, targets_b, lam = mixup_data(inputs, targets, self.alpha)
        outputs = self.net(inputs)
        return mixup_criterion(self.criterion, outputs, targets_a, targets_b, lam)


def load(training=True):
    np.random.seed(11)
    return torch.compile(MixupModel().train(training))


def cases():
    yield from build(load, lambda: (randn(4, 6), ints(0, 3, 4)), "base grad nan")
    yield from build(lambda: load(False), lambda: (randn(4, 6), ints(0, 3, 4)), "base", tag="eval-")

EXPECT = {'topic': 'vision',
 'kind': 'random',
 'rewrites': [],
 'breaks': {13: 2},
 'gb': ['GB0294'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
