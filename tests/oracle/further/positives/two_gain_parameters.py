"""Each arm reads its own parameters."""

import torch
from torch import nn

from fxkit import build, randn


class DualGain(nn.Module):
    def __init__(self):
        super().__init__()
        self.loud = nn.Parameter(torch.full((3,), 0.5))
        self.quiet = nn.Parameter(torch.full((3,), 2.0))

    def forward(self, x):
        y = x * 0.25
        if y.abs().mean() > 0.2:
            shift = self.loud + 1.0
            y = y + shift
        else:
            shift = self.quiet - 1.0
            y = y - shift
        return y


def load():
    return torch.compile(DualGain())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base big small zero nan inf grad nan+grad inf+grad ninf+grad neg+grad pos+grad small+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R3'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
