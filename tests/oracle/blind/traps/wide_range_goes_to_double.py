"""Coordinates far from the origin are worked on in double precision, all others in single."""

import torch
from torch import nn

from fxkit import build, randn


class GeoEncoder(nn.Module):
    def __init__(self, limit=1e3, dim=3):
        super().__init__()
        self.limit = limit
        self.scale = nn.Parameter(torch.tensor([1.0, 2.0, 0.5]))

    def widen(self, xyz):
        if xyz.abs().max() > self.limit:
            return xyz.double()
        return xyz

    def forward(self, xyz):
        xyz = self.widen(xyz)
        centered = xyz - xyz.mean(dim=0)
        return centered * self.scale, centered.square().sum(dim=-1).sqrt()


def load():
    return torch.compile(GeoEncoder())


def cases():
    yield from build(load, lambda: (randn(5, 3),), "base big nan")
    yield from build(load, lambda: (randn(5, 3) + 4.0e6,), "base", tag="utm-")

EXPECT = {'topic': '3d',
 'kind': 'branch, dtype',
 'verdict': 'decline',
 'obligations': ['dtype'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
