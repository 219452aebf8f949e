"""A loss module that remembers a row of figures per call, which the trainer writes to a CSV file later."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def to_number(value):
    return value.item() if torch.is_tensor(value) else value


class History:
    def __init__(self, *columns):
        self.columns = columns
        self.rows = []

    def append(self, **figures):
        self.rows.append([to_number(figures[c]) for c in self.columns])


class LoggedClassifier(nn.Module):
    def __init__(self, dim=4, classes=3, smoothing=0.1):
        super().__init__()
        self.fc = nn.Linear(dim, classes)
        self.smoothing = smoothing
        self.history = History("batch", "loss", "accuracy", "confidence")

    def forward(self, x, y):
        logits = self.fc(x)
        loss = F.cross_entropy(logits, y, label_smoothing=self.smoothing)
        top, pred = logits.softmax(-1).max(-1)
        self.history.append(batch=x.size(0), loss=loss, accuracy=(pred == y).float().mean(), confidence=top.mean())
        return loss


def load():
    return torch.compile(LoggedClassifier())


def cases():
    yield from build(load, lambda: (randn(4, 4), ints(0, 3, 4)), "base grad nan")
    yield from build(load, lambda: (randn(1, 4), ints(0, 3, 1)), "base", tag="single-")

EXPECT = {'topic': 'training utilities, metrics',
 'kind': 'numbers kept in an attribute',
 'rewrites': [],
 'breaks': {11: 5},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['fresh-result', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
