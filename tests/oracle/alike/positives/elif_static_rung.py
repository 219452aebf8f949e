"""A static rung stands between two tensor tests of an elif ladder."""

import torch
from torch import nn

from fxkit import build, randn


class Observer(nn.Module):
    def __init__(self, symmetric):
        super().__init__()
        self.symmetric = symmetric

    def forward(self, w):
        lo, hi = w.min(), w.max()
        if lo >= 0:
            q = w * 15.0
        elif self.symmetric:
            q = w * 7.0
        elif hi <= 0:
            q = w * 15.0 + 15.0
        else:
            q = w * 8.0 - 1.0
        return q.round()


def load(symmetric):
    return lambda: torch.compile(Observer(symmetric))


def cases():
    yield from build(load(False), lambda: (randn(3, 4),), "base pos neg nan inf zero half f64")
    yield from build(load(True), lambda: (randn(3, 4),), "base pos neg", tag="sym-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R4', 'R1'],
 'breaks': {16: 3, 20: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
