"""The base class works on each row for itself, a subclass does not."""

import torch
from torch import nn

from fxkit import bools, build, randn


class Filter(nn.Module):
    def transform(self, rows):
        return torch.sigmoid(rows)

    def forward(self, x, wanted):
        y = torch.zeros_like(x)
        y[wanted] = self.transform(x[wanted])
        return y


class SharpFilter(Filter):
    def transform(self, rows):
        return rows / rows.abs().amax()


def cases():
    yield from build(lambda: torch.compile(Filter()), lambda: (randn(5, 2), bools(5)), "base true", tag="soft-")
    yield from build(lambda: torch.compile(SharpFilter()), lambda: (randn(5, 2), bools(5)), "base true", tag="sharp-")

EXPECT = {'topic': 'normalisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {15: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
