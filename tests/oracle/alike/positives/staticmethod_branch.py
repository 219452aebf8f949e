"""The branch sits in a static method."""

import torch
from torch import nn

from fxkit import build, randn


class Gate(nn.Module):
    @staticmethod
    def jitter(g, amount=0.25):
        if g.amax() - g.amin() < 1.0:
            g = g + amount
        else:
            g = g - amount
        return g

    def forward(self, g):
        return Gate.jitter(g).softmax(-1) + self.jitter(g, amount=0.5)


def load():
    return torch.compile(Gate())


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base small big nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R1'],
 'breaks': {12: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
