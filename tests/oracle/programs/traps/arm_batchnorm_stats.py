"""A batch norm in training mode updates its statistics when it runs."""

import torch
from torch import nn

from fxkit import build, randn


class MaybeNorm(nn.Module):
    def __init__(self):
        super().__init__()
        self.bn = nn.BatchNorm1d(3, affine=False)

    @torch.no_grad()
    def forward(self, x):
        if x.std() > 0.5:
            y = self.bn(x)
        else:
            y = x * 1.0
        return y


def cases():
    yield from build(lambda: torch.compile(MaybeNorm()), lambda: (randn(4, 3),), "base small big")

EXPECT = {'topic': 'norm',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': []}
