"""A spike is remembered on the module; calm steps do not create the attribute."""

import torch
from torch import nn

from fxkit import build, randn


class Guarded(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)

    def forward(self, x):
        peak = x.abs().max().detach()
        h = self.fc(x)
        if peak > 10.0:
            self.last_peak = peak
            h = h / peak
        return h


class Session:
    def __init__(self):
        self.model = torch.compile(Guarded())

    def __call__(self, x):
        h = self.model(x)
        return h, hasattr(self.model, "last_peak")


def cases():
    yield from build(Session, lambda: (randn(2, 3),), "base big")

EXPECT = {'topic': 'rl',
 'verdict': 'decline',
 'obligations': ['O3'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value', 'attribute'],
 'unsafe': []}
