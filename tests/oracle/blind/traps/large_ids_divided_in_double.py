"""Timestamps in milliseconds are whole numbers beyond single precision; their ratio is taken by Python."""

import torch
import torch.nn as nn

from fxkit import build, randn


class TimeFeature(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.net = nn.Linear(dim, dim)

    def forward(self, x, now, last_seen):
        elapsed = now.item() - last_seen.item()
        day = now.item() / 86400000
        phase = day - int(day)
        return self.net(x) * phase + elapsed / 1000, phase


def load():
    return torch.compile(TimeFeature())


def cases():
    make = lambda: (randn(2, 3), torch.tensor(1700000012345), torch.tensor(1700000000001))
    yield from build(load, make, "base grad")

EXPECT = {'topic': 'recommenders',
 'kind': 'item',
 'verdict': 'any correct rewrite',
 'obligations': ['precision'],
 'breaks': {15: 1, 16: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['gradient', 'result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
