"""The test is a method of the module."""

import torch
from torch import nn

from fxkit import build, randn


class Leveler(nn.Module):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit

    def too_hot(self, x):
        return x.detach().abs().amax() > self.limit

    def forward(self, x):
        if self.too_hot(x):
            y = x * 0.25
        else:
            y = x + 0.25
        return y


def load():
    model = Leveler(1.0).eval()
    model.compile()
    return model


def cases():
    yield from build(load, lambda: (randn(3, 3),), "base small big nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1'],
 'breaks': {18: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
