"""Gradient accumulation: the running total is put into the history after every micro batch."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class AccumulatedLoss(nn.Module):
    """Adds every loss to a buffer, in place, and returns the total so far."""

    def __init__(self, dim=4, classes=3, micro_batches=3):
        super().__init__()
        self.head = nn.Linear(dim, classes)
        self.micro_batches = micro_batches
        self.register_buffer("total", torch.zeros(()))

    def forward(self, x, soft_labels):
        loss = F.cross_entropy(self.head(x), soft_labels.softmax(dim=-1)) / self.micro_batches
        with torch.no_grad():
            self.total.add_(loss)
        return loss, self.total.item()


class Trainer:
    def __init__(self):
        self.step = torch.compile(AccumulatedLoss())
        self.history = []

    def run(self, x, y):
        for micro_x, micro_y in zip(x.chunk(3), y.chunk(3)):
            _, total = self.step(micro_x, micro_y)
            self.history.append(total)
        return self.history


def load():
    return Trainer().run


def cases():
    yield from build(load, lambda: (randn(6, 4), randn(6, 3)), "base big")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['aliasing', 'R28'],
 'breaks': {23: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
