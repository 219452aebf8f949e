"""The previous best is returned after the attribute was rebound."""

import torch
from torch import nn

from fxkit import build, randn


class BestReturn(nn.Module):
    def __init__(self):
        super().__init__()
        self.best = torch.zeros(3)

    @torch.no_grad()
    def forward(self, returns):
        before = self.best
        if returns.sum() > before.sum():
            self.best = returns * 1.0
        return returns - 1.0, before


def cases():
    yield from build(lambda: torch.compile(BestReturn()), lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R8', 'O11'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'values'],
 'unsafe': []}
