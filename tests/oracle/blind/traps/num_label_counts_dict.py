"""Predicted classes are counted in a dictionary by the training loop."""

import torch
from torch import nn

from fxkit import build, randn


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 3)

    def forward(self, x):
        logits = self.fc(x).mean(0)
        label = logits.argmax().item()
        return logits, label


class Tally:
    def __init__(self):
        self.model = torch.compile(Head())
        self.seen = {}

    def __call__(self, x):
        logits, label = self.model(x)
        self.seen[label] = self.seen.get(label, 0) + 1
        return logits.sum()


def cases():
    yield from build(Tally, lambda: (randn(5, 4),), "base neg")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['O15'],
 'breaks': {16: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type', 'length'],
 'unsafe': []}
