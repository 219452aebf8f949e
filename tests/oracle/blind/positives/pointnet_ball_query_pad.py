"""PointNet++ ball query: groups with too few neighbours are filled with their first one."""

import torch
from torch import nn

from fxkit import build, randn


def square_distance(src, dst):
    return (src[:, :, None] - dst[:, None]).square().sum(dim=-1)


def query_ball_point(radius, nsample, xyz, new_xyz):
    B, N, _ = xyz.shape
    S = new_xyz.shape[1]
    group_idx = torch.arange(N, dtype=torch.long).view(1, 1, N).repeat([B, S, 1])
    sqrdists = square_distance(new_xyz, xyz)
    group_idx[sqrdists > radius**2] = N
    group_idx = group_idx.sort(dim=-1)[0][:, :, :nsample]
    group_first = group_idx[:, :, 0].view(B, S, 1).repeat([1, 1, nsample])
    mask = group_idx == N
    group_idx[mask] = group_first[mask]
    return group_idx


def index_points(points, idx):
    batch = torch.arange(points.shape[0]).view(-1, 1, 1)
    return points[batch, idx]


class SetAbstraction(nn.Module):
    def __init__(self, dim=3, out=5, npoint=2, radius=1.2, nsample=3):
        super().__init__()
        self.npoint, self.radius, self.nsample = npoint, radius, nsample
        self.mlp = nn.Sequential(nn.Linear(dim + 3, out), nn.ReLU())

    def forward(self, xyz, points):
        new_xyz = xyz[:, : self.npoint]
        idx = query_ball_point(self.radius, self.nsample, xyz, new_xyz)
        grouped = torch.cat([index_points(xyz, idx) - new_xyz[:, :, None], index_points(points, idx)], dim=-1)
        return new_xyz, self.mlp(grouped).amax(dim=2)


def load(radius=1.2):
    return torch.compile(SetAbstraction(radius=radius))


def cases():
    yield from build(load, lambda: (randn(2, 6, 3), randn(2, 6, 3, seed=4)), "base grad zero")
    yield from build(lambda: load(0.1), lambda: (randn(2, 6, 3), randn(2, 6, 3, seed=4)), "base", tag="lonely-")

EXPECT = {'topic': '3d',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {22: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
