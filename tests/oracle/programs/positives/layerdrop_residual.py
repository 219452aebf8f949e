"""One uniform number decides on skipping a residual branch in training."""

import torch
from torch import nn

from fxkit import build, randn


class DropPath(nn.Module):
    def __init__(self, p: float):
        super().__init__()
        self.p = p

    def forward(self, x, branch):
        out = x + branch
        if self.training:
            u = torch.rand(1)
            if u < self.p:
                out = x - branch * 0.0
            else:
                out = x + branch / (1.0 - self.p)
        return out


def load(mode=True):
    return torch.compile(DropPath(0.5).train(mode))


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base zero nan half grad")
    yield from build(lambda: load(False), lambda: (randn(2, 3), randn(2, 3, seed=1)), "base grad", tag="eval-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R40'],
 'breaks': {18: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
