"""An else-less update of a plain tensor attribute."""

import torch
from torch import nn

from fxkit import build, randn


class AdaptiveScale(nn.Module):
    def __init__(self, limit: float = 1.0):
        super().__init__()
        self.limit = limit
        self.scale = torch.ones(4)

    def forward(self, x):
        peak = x.detach().abs().amax()
        if peak > self.limit:
            self.scale = self.scale * 0.9
        return x * self.scale


def load():
    return torch.compile(AdaptiveScale())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base small zero nan inf big f64 grad small+grad nan+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R8', 'R2'],
 'breaks': {17: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
