"""The index picks one module; running all of them would count uses of the others."""

import torch
from torch import nn

from fxkit import build, randn


class Expert(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor
        self.uses = 0

    def forward(self, x):
        self.uses = self.uses + 1
        return torch.tanh(x * self.factor)


class TopOne(nn.Module):
    def __init__(self):
        super().__init__()
        self.experts = nn.ModuleList([Expert(0.5), Expert(1.0), Expert(2.0)])

    def forward(self, x, gate):
        best = gate.argmax().item()
        return self.experts[best](x) - 0.5


def cases():
    yield from build(lambda: torch.compile(TopOne()), lambda: (randn(4), torch.tensor([0.1, 0.7, 0.2])), "base")

EXPECT = {'topic': 'moe',
 'verdict': 'decline',
 'obligations': ['O3', 'O15'],
 'breaks': {26: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['value'],
 'unsafe': []}
