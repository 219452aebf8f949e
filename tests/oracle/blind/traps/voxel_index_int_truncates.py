"""Nearest feature of a dense voxel grid for a single query point."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class VoxelGrid(nn.Module):
    def __init__(self, channels=3, size=5, voxel=0.5):
        super().__init__()
        self.voxel = voxel
        self.half = size // 2
        self.grid = nn.Parameter(torch.randn(size, size, size, channels))
        self.head = nn.Linear(channels, 2)

    def locate(self, point):
        x = int(point[0] / self.voxel) + self.half
        y = int(point[1] / self.voxel) + self.half
        z = int(point[2] / self.voxel) + self.half
        return x, y, z

    def forward(self, point):
        x, y, z = self.locate(point)
        feat = self.grid[x, y, z]
        return self.head(F.relu(feat))


def load():
    return torch.compile(VoxelGrid())


def cases():
    for name, p in (("positive", [0.1, 0.6, 0.9]), ("negative", [-0.2, -0.7, -0.9]), ("origin", [0.0, 0.0, -0.1])):
        yield from build(load, lambda p=p: (torch.tensor(p),), "base", tag=name + "-")


EXPECT = {'topic': '3d',
 'verdict': 'any correct rewrite',
 'obligations': ['R22', 'R25'],
 'breaks': {-1: 1, 19: 1, 20: 1, 21: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close']}
