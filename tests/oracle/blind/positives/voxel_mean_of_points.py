"""A point cloud network averages the points of each voxel and gives the mean back to every point."""

import torch
from torch import nn

from fxkit import build, rand, randn


class DynamicVFE(nn.Module):
    def __init__(self, in_channels=4, feat_channels=6, voxel_size=0.25, grid=(4, 4, 4)):
        super().__init__()
        self.voxel_size = voxel_size
        self.grid = grid
        self.linear = nn.Linear(in_channels + 3, feat_channels, bias=False)

    def map_voxel_center_to_point(self, points):
        coors = (points[:, :3] / self.voxel_size).floor().long()
        coors = torch.minimum(coors.clamp(min=0), torch.tensor(self.grid) - 1)
        merge = coors[:, 0] * self.grid[1] * self.grid[2] + coors[:, 1] * self.grid[2] + coors[:, 2]
        unq_coords, unq_inv, unq_cnt = torch.unique(merge, return_inverse=True, return_counts=True, dim=0)
        points_mean = torch.zeros(unq_coords.shape[0], 3, dtype=points.dtype)
        points_mean = points_mean.index_add(0, unq_inv, points[:, :3]) / unq_cnt.unsqueeze(-1)
        return points_mean[unq_inv, :]

    def forward(self, points):
        f_cluster = points[:, :3] - self.map_voxel_center_to_point(points)
        features = torch.cat([points, f_cluster], dim=1)
        return torch.relu(self.linear(features))


def load():
    return torch.compile(DynamicVFE())


def cases():
    yield from build(load, lambda: (rand(7, 4),), "base grad ones zero")
    yield from build(load, lambda: (0.5 * rand(9, 4, seed=2),), "base grad", tag="dense-")
    yield from build(load, lambda: (randn(0, 4),), "base", tag="empty-")

EXPECT = {'topic': 'vision',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {20: 10},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
