"""Both arms store into a slot of a list that the module holds."""

import torch
from torch import nn

from fxkit import build, randn


class Ring(nn.Module):
    def __init__(self):
        super().__init__()
        self.slots = [torch.zeros(3), torch.ones(3)]

    def forward(self, x):
        m = x.detach().sum(0)
        if m.amax() > self.slots[0].amax():
            self.slots[0] = m * 1.0
        else:
            self.slots[0] = self.slots[0] * 0.5
        return x + self.slots[0] + self.slots[1]


def load():
    return torch.compile(Ring())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base pos neg nan inf zero grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R8'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
