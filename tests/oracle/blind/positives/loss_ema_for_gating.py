"""Self-paced training: an exponential mean of the loss, and examples far above it count less."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class SelfPacedLoss(nn.Module):
    def __init__(self, features=4, classes=3, momentum=0.9, k=2.0):
        super().__init__()
        self.head = nn.Linear(features, classes)
        self.momentum = momentum
        self.k = k
        self.loss_ema = 1.0
        self.num_batches = 0

    def forward(self, x, y):
        per_example = F.cross_entropy(self.head(x), y, reduction="none")
        mean_loss = per_example.mean()
        self.loss_ema = self.momentum * self.loss_ema + (1.0 - self.momentum) * mean_loss.item()
        self.num_batches += 1
        weight = torch.exp(-torch.relu(per_example.detach() - self.k * self.loss_ema))
        return (weight * per_example).mean()


def load():
    return torch.compile(SelfPacedLoss())


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 3, 5)), "base grad big nan")

EXPECT = {'topic': 'training',
 'kind': 'item',
 'rewrites': [],
 'breaks': {22: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
