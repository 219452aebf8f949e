"""Point feature encoder of a voxel detector: batch norm over the valid points of padded pillars."""

import torch
from torch import nn

from fxkit import bools, build, randn


class PillarFeatureNet(nn.Module):
    def __init__(self, in_channels=4, channels=6):
        super().__init__()
        self.linear = nn.Linear(in_channels, channels, bias=False)
        self.norm = nn.BatchNorm1d(channels, eps=1e-3, momentum=0.01)

    def forward(self, points, valid):
        """points: (pillars, points, channels), valid: (pillars, points)"""
        x = self.linear(points)
        out = torch.zeros_like(x)
        out[valid] = torch.relu(self.norm(x[valid]))
        return out.max(dim=1)[0]


def load():
    return torch.compile(PillarFeatureNet())


def evaluation():
    return torch.compile(PillarFeatureNet().eval())


def cases():
    yield from build(load, lambda: (randn(3, 5, 4), bools(3, 5, p=0.6)), "base grad")
    yield from build(evaluation, lambda: (randn(3, 5, 4), bools(3, 5, p=0.6)), "base", tag="eval-")


EXPECT = {'topic': 'pointcloud',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {19: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
