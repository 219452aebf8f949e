"""The test is a (1, 1) tensor from a linear layer."""

import torch
from torch import nn

from fxkit import build, randn


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.score = nn.Linear(4, 1)

    def forward(self, x):
        s = self.score(x.mean(0, keepdim=True)).detach()
        if s > 0.2:
            y = x + 0.75
        else:
            y = x * -2.0
        return y.sum(-1)


def load():
    return torch.compile(Gate())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base big small pos neg nan inf zero grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
