"""The arm divides by a norm; at a zero vector its gradient is NaN although it is not taken."""

import torch
from torch import nn

from fxkit import build, randn


class SafeUnit(nn.Module):
    def forward(self, x):
        y = x * 3.0
        if y.abs().sum() > 1e-6:
            y = y / y.norm()
        return y + 1.0


def cases():
    yield from build(lambda: torch.compile(SafeUnit()), lambda: (randn(4),), "base grad zero zero+grad")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O9'],
 'breaks': {12: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['no-training']}
