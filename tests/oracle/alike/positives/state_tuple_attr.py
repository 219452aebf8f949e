"""Two attributes are rebound by one tuple assignment per arm."""

import torch
from torch import nn

from fxkit import build, randn


class Lstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.h = torch.zeros(3)
        self.c = torch.ones(3)

    @torch.no_grad()
    def forward(self, x):
        new = torch.tanh(x + self.h)
        if new.sum() > 0:
            self.h, self.c = new * 0.5, self.c + new
        else:
            self.h, self.c = self.h * 0.9, self.c * 0.5
        return self.h + self.c


def load():
    return torch.compile(Lstm())


def cases():
    yield from build(load, lambda: (randn(3),), "base pos neg nan inf zero")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R8', 'R10'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
