"""A served model counts its requests and frees itself in a finally block, also when a request is refused."""

import torch
from torch import nn

from fxkit import build, randn


class ServedScorer(nn.Module):
    def __init__(self, dim=4, classes=3, limit=5.0):
        super().__init__()
        self.fc = nn.Linear(dim, classes)
        self.limit = limit
        self.busy = False
        self.accepted = 0
        self.finished = 0

    def validate(self, x):
        if x.abs().max() > self.limit:
            raise ValueError("features out of range")
        self.accepted += 1

    def forward(self, x):
        self.busy = True
        try:
            self.validate(x)
            return torch.softmax(self.fc(x), dim=-1)
        finally:
            self.busy = False
            self.finished += 1


def load():
    return torch.compile(ServedScorer())


def cases():
    yield from build(load, lambda: (randn(2, 4),), "base zero big nan")

EXPECT = {'topic': 'serving',
 'kind': 'exceptions',
 'verdict': 'any correct rewrite',
 'obligations': ['order of effects and exceptions'],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'state'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
