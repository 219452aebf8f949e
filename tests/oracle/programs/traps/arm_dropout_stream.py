"""Dropout is only applied to large activations."""

import torch
from torch import nn

from fxkit import build, randn


class LoudDrop(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)

    def forward(self, x):
        y = x * 2.0
        if y.abs().max() > 1.0:
            y = self.drop(y)
        return y + 1.0


def cases():
    yield from build(lambda: torch.compile(LoudDrop()), lambda: (randn(6),), "base small")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O5'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['rng'],
 'unsafe': []}
