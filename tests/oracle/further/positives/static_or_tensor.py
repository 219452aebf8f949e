"""`self.training or` a tensor test."""

import torch
from torch import nn

from fxkit import build, randn


class Centre(nn.Module):
    def forward(self, x):
        mu = x.mean()
        if self.training or mu.abs() > 0.25:
            y = x - mu
        else:
            y = x + 0.5
        return y


def load(train):
    return torch.compile(Centre().train(train))


def cases():
    yield from build(lambda: load(False), lambda: (randn(4, 3),), "base pos neg small nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from build(lambda: load(True), lambda: (randn(4, 3),), "base small grad", tag="train-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R5', 'R1'],
 'breaks': {12: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
