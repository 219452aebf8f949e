"""The method called in the arm counts its own calls."""

import torch
from torch import nn

from fxkit import build, randn


class Router(nn.Module):
    def __init__(self):
        super().__init__()
        self.overflows = 0

    def squeeze(self, gates):
        self.overflows += 1
        return gates * 0.5

    def forward(self, gates):
        if gates.max() > 1.0:
            out = self.squeeze(gates)
        else:
            out = gates + 0.25
        return out


def cases():
    yield from build(lambda: torch.compile(Router()), lambda: (randn(6),), "neg big pos")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
