"""One of two accumulators is chosen and updated in place."""

import torch
from torch import nn

from fxkit import build, randn


class TwoBins(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("up", torch.zeros(3))
        self.register_buffer("down", torch.zeros(3))

    @torch.no_grad()
    def forward(self, x):
        target = self.up if x.sum() > 0 else self.down
        target += x
        return target * 0.5


def cases():
    yield from build(lambda: torch.compile(TwoBins()), lambda: (randn(3),), "pos neg zero")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O11', 'O3'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
