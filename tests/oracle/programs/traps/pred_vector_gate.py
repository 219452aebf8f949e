"""A gate of several elements raises in the test."""

import torch
from torch import nn

from fxkit import build, randn


class Gated(nn.Module):
    def forward(self, h, gate):
        h = h + 1.0
        if gate > 0.5:
            h = h * gate
        return h


def cases():
    yield from build(lambda: torch.compile(Gated()), lambda: (randn(3), torch.tensor([0.75])), "base")
    yield from build(lambda: torch.compile(Gated()), lambda: (randn(3), torch.tensor([0.75, 0.1, 0.9])), "base", tag="many-")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O1'],
 'breaks': {12: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
