"""A Python flag or a tensor test."""

import torch
from torch import nn

from fxkit import build, randn


class Scale(nn.Module):
    def __init__(self, always):
        super().__init__()
        self.always = always

    def forward(self, x):
        y = x * 1.0
        if self.always or y.amax() > 1.0:
            y = y * 0.5
        return y


def load(always):
    return torch.compile(Scale(always))


def cases():
    yield from build(lambda: load(False), lambda: (randn(3),), "base pos neg small nan inf half f64 grad")
    yield from build(lambda: load(True), lambda: (randn(3),), "base grad", tag="always-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R5', 'R2'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
