"""The cache hands out its own memory; a masked write to it is seen at the next call."""

import torch
from torch import nn

from fxkit import bools, build, randn


class Memory(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("slots", torch.zeros(5, 3))

    def current(self):
        return self.slots

    def forward(self, values, fresh):
        slots = self.current()
        slots[fresh] = torch.tanh(values[fresh])
        return slots.sum(0)


def cases():
    yield from build(lambda: torch.compile(Memory()), lambda: (randn(5, 3), bools(5)), "base true false")

EXPECT = {'topic': 'rnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R31', 'O11'],
 'breaks': {19: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
