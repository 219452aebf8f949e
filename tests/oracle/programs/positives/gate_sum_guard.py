"""A module raises when a token gets no expert at all."""

import torch
from torch import nn

from fxkit import build, randn


class Gates(nn.Module):
    def __init__(self):
        super().__init__()
        self.temperature = 0.5

    def forward(self, scores):
        gates = (scores / self.temperature).relu()
        mass = gates.sum(-1)
        if (mass == 0).any():
            raise ValueError("a token has no expert")
        return gates / mass[:, None]


def load():
    return torch.compile(Gates())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base pos neg small nan inf zero half f64 grad pos+grad neg+grad nan+grad inf+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R18'],
 'breaks': {17: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
