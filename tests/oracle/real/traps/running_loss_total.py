"""A running loss is a plain float: no step's graph lives longer than the step."""

import torch
from torch import nn

from fxkit import build, randn


class MeteredRegressor(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 1)
        self.total_loss = 0.0
        self.batches = 0

    def forward(self, x, y):
        loss = (self.fc(x).squeeze(-1) - y).abs().mean()
        self.total_loss += loss.item()
        self.batches += 1
        return loss


def load():
    return torch.compile(MeteredRegressor())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5)), "base zero grad")

EXPECT = {'topic': 'training',
 'verdict': 'any correct rewrite',
 'obligations': ['O10', 'R28'],
 'breaks': {18: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
