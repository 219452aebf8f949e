"""Two critics change places under a test, in a method with a mode flag."""

import torch
from torch import nn

from fxkit import build, randn


class Pair(nn.Module):
    def forward(self, a, b, is_training: bool = True):
        a, b = a + 1.0, b - 1.0
        if is_training:
            if b.detach().sum() > a.detach().sum():
                a, b = b, a
        return a * 0.9, b


def load():
    return torch.compile(Pair())


def cases():
    yield from build(load, lambda: (randn(3), randn(3, seed=6) + 0.5), "base pos neg nan half grad pos+grad inf+grad")
    yield from build(load, lambda: (randn(3), randn(3, seed=6)), "base", {"is_training": False}, "eval-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R10'],
 'breaks': {13: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
