"""A method returns a conditional expression."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class Gate(nn.Module):
    def __init__(self, slope):
        super().__init__()
        self.slope = slope

    def _act(self, h):
        return F.relu(h) if h.median() < 0 else h * self.slope

    def forward(self, x):
        return self._act(x + 0.25) + 1.0


def load():
    return torch.compile(Gate(0.1))


def cases():
    yield from build(load, lambda: (randn(3, 5),), "base pos neg nan inf zero f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'moe',
 'rewrites': ['R1'],
 'breaks': {16: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
