"""The branch sits in a static method of the compiled module."""

import torch
from torch import nn

from fxkit import build, randn


class Cell(nn.Module):
    @staticmethod
    def squash(h):
        if h.abs().max() > 1.5:
            s = h * 0.5
        else:
            s = h + 0.25
        return s

    def forward(self, x, h):
        return self.squash(x + h) - 1.0


def load():
    return torch.compile(Cell())


def cases():
    yield from build(load, lambda: (randn(2, 4), randn(2, 4, seed=1)), "base small big nan inf zero half f64 grad big+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from build(load, lambda: (randn(2, 4) * 0.1, randn(2, 4, seed=1) * 0.1), "base grad", tag="calm-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R1'],
 'breaks': {12: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
