"""The buffer has been advanced up to the failing step."""

import torch
from torch import nn

from fxkit import build, randn


class Unroll(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("seen", torch.zeros(()))

    @torch.no_grad()
    def forward(self, xs):
        h = xs[0] * 0.0
        for t in range(3):
            h = h + xs[t]
            if h.abs().max() > 50.0:
                raise OverflowError("state exploded")
            self.seen.add_(1.0)
        return h


def cases():
    yield from build(lambda: torch.compile(Unroll()), lambda: (randn(3, 2),), "base big")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'R7'],
 'breaks': {19: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['compiled-exception-type']}
