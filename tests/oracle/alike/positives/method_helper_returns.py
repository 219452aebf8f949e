"""The branch is in a helper method with two returns."""

import torch
from torch import nn

from fxkit import build, randn


class ScaleNorm(nn.Module):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit

    def _scale(self, x):
        n = x.abs().mean()
        if n > self.limit:
            return x / 2.0
        return x + n

    def forward(self, x):
        return self._scale(x - 0.5) * 3.0


def load():
    return torch.compile(ScaleNorm(1.0))


def cases():
    yield from build(load, lambda: (randn(3, 2),), "base big small nan inf zero half f64")

EXPECT = {'topic': 'norm',
 'rewrites': ['R6'],
 'breaks': {16: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
