"""The branch sits in another method of the module."""

import torch
from torch import nn

from fxkit import build, randn


class Gate(nn.Module):
    def __init__(self, experts):
        super().__init__()
        self.experts = experts
        self.w = nn.Linear(4, experts, bias=False)

    def balance(self, p):
        if p.var() > 0.25:
            b = p * 0.5 + 0.5 / self.experts
        else:
            b = p + 0.125
        return b

    def forward(self, x):
        return self.balance(self.w(x)) * 3.0


def load():
    return torch.compile(Gate(3))


def cases():
    yield from build(load, lambda: (randn(5, 4),), "base big small nan inf zero grad big+grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R1'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
