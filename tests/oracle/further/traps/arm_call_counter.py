"""One arm counts its calls in an attribute."""

import torch
from torch import nn

from fxkit import build, randn


class Probe(nn.Module):
    def __init__(self):
        super().__init__()
        self.hits = 0

    def forward(self, x):
        y = x - 1.0
        if y.amax() > 0.0:
            self.hits += 1
            y = y * 0.5
        return y


def cases():
    yield from build(lambda: torch.compile(Probe()), lambda: (randn(4),), "base neg big")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R8'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['state'],
 'unsafe': []}
