"""A tensor test in front of self.training."""

import torch
from torch import nn

from fxkit import build, randn


class Jitter(nn.Module):
    def __init__(self):
        super().__init__()
        self.eps = 0.25
        self.mix = nn.Linear(3, 3)

    def forward(self, x):
        y = torch.relu(self.mix(x)) - self.eps
        if y.mean() > 0 and self.training:
            y = y + self.eps
        return (y * 2.0 + x).abs()


def load():
    return torch.compile(Jitter())


def load_eval():
    return torch.compile(Jitter().eval())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base pos neg big nan inf zero grad big+grad nan+grad inf+grad ninf+grad neg+grad")
    yield from build(load_eval, lambda: (randn(4, 3),), "base pos neg grad", tag="eval-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R5', 'R2'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
