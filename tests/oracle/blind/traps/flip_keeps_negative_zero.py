"""The slope of a plane seen from above: a normal that looks down is turned round."""

import torch
from torch import nn

from fxkit import build, randn


class PlaneSlope(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))

    def upwards(self, up):
        if up < 0:
            up = -up
        return up

    def forward(self, normal):
        n = normal * self.scale
        up = self.upwards(n[2])
        return torch.atan(n[0] / up), torch.atan(n[1] / up), up


def load():
    return torch.compile(PlaneSlope())


def cases():
    yield from build(load, lambda: (torch.tensor([0.6, -0.3, 0.5]),), "base grad", tag="up-")
    yield from build(load, lambda: (torch.tensor([0.6, -0.3, -0.5]),), "base grad", tag="down-")
    yield from build(load, lambda: (torch.tensor([0.6, -0.3, -0.0]),), "base", tag="level-")

EXPECT = {'topic': 'geometry',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['sign of zero'],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
