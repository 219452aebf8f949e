"""One arm replaces the state attribute of the module."""

import torch
from torch import nn

from fxkit import build, randn


class Cell(nn.Module):
    def __init__(self):
        super().__init__()
        self.state = torch.zeros(3)

    def forward(self, x):
        if x.max() > 0.5:
            self.state = self.state * 0.5 + x.detach()
        return x + self.state


def load():
    return torch.compile(Cell())


def cases():
    yield from build(load, lambda: (randn(3),), "base pos neg nan inf grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R8'],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
