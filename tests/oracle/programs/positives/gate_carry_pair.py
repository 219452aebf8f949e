"""A recurrent cell sets its output and its carry in both arms."""

import torch
from torch import nn

from fxkit import build, randn


class LiftCell(nn.Module):
    bound = 0.2

    def __init__(self):
        super().__init__()
        self.inp = nn.Linear(3, 4)

    def forward(self, x, h):
        z = self.inp(x) + h
        if z.mean() > self.bound:
            lifted = z - self.bound
            out = lifted * 0.5
            carry = lifted + h
        else:
            out = z.relu()
            carry = h - 0.25 + out
        return out, carry


def load():
    return torch.compile(LiftCell())


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(2, 4)), "base pos neg nan inf zero grad pos+grad neg+grad nan+grad inf+grad ninf+grad")
    yield from build(load, lambda: (randn(2, 3), randn(2, 4) + 2), "base grad", tag="high-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R3'],
 'breaks': {18: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
