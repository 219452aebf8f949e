"""The projection may be an identity, whose result is the argument."""

import torch
from torch import nn

from fxkit import bools, build, randn


class Gate(nn.Module):
    def __init__(self, wide):
        super().__init__()
        self.proj = nn.Linear(3, 3) if wide else nn.Identity()

    @torch.no_grad()
    def forward(self, x, closed):
        h = self.proj(x)
        h[closed] = h[closed] * 0.125
        return h.relu()


def cases():
    yield from build(lambda: torch.compile(Gate(True)), lambda: (randn(4, 3), bools(4)), "base", tag="linear-")
    yield from build(lambda: torch.compile(Gate(False)), lambda: (randn(4, 3), bools(4)), "base false", tag="identity-")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'O11'],
 'breaks': {17: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
