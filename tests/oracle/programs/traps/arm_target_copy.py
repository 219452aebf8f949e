"""The target network is synchronised by copy_ in one arm."""

import torch
from torch import nn

from fxkit import build, randn


class TargetNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(3))
        self.register_buffer("target", torch.zeros(3))

    @torch.no_grad()
    def forward(self, x, drift):
        if drift.abs().sum() >= 1.0:
            self.target.copy_(self.w)
        return x * self.target


def cases():
    yield from build(lambda: torch.compile(TargetNet()), lambda: (randn(3), torch.tensor([0.1])), "base")
    yield from build(lambda: torch.compile(TargetNet()), lambda: (randn(3), torch.tensor([2.0])), "base", tag="far-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R9'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
