"""The attribute is rebound; copy_ would change the caller's tensor, too."""

import torch
from torch import nn

from fxkit import build, randn


class Anchor(nn.Module):
    def __init__(self):
        super().__init__()
        self.ref = torch.zeros(3)
        self.first = self.ref

    @torch.no_grad()
    def forward(self, x):
        if x.sum() > self.ref.sum():
            self.ref = x * 1.0
        return x - self.first


def cases():
    yield from build(lambda: torch.compile(Anchor()), lambda: (randn(3),), "pos neg")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['R8', 'O11'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'values'],
 'unsafe': []}
