"""A module flag comes before the tensor test."""

import torch
from torch import nn

from fxkit import build, randn


class Whiten(nn.Module):
    def __init__(self, always):
        super().__init__()
        self.always = always

    def forward(self, x):
        c = x - x.mean(0)
        if self.always or c.abs().amax() > 1.0:
            out = c * 0.5
        else:
            out = c + 0.5
        return out


def cases():
    yield from build(lambda: torch.compile(Whiten(False)), lambda: (randn(4, 3),), "base small big nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from build(lambda: torch.compile(Whiten(True)), lambda: (randn(4, 3),), "base small nan grad", tag="always-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R5', 'R1'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
