"""A Python step counter of the module advances in one arm."""

import torch
from torch import nn

from fxkit import build, randn


class Scaler(nn.Module):
    def __init__(self):
        super().__init__()
        self.skipped = 0

    def forward(self, g):
        if not g.isfinite().all():
            self.skipped += 1
            out = g * 0.0
        else:
            out = g * 0.5
        return out


def cases():
    yield from build(lambda: torch.compile(Scaler()), lambda: (randn(4),), "base inf nan")

EXPECT = {'topic': 'optimiser',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {15: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
