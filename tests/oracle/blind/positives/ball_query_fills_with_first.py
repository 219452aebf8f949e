"""PointNet++ grouping: places of a ball that stayed empty repeat the first neighbour that was found."""

import torch
from torch import nn

from fxkit import build, rand


def square_distance(src, dst):
    dist = -2 * torch.matmul(src, dst.permute(0, 2, 1))
    dist += torch.sum(src**2, -1)[:, :, None]
    dist += torch.sum(dst**2, -1)[:, None, :]
    return dist


def index_points(points, idx):
    batch = torch.arange(points.shape[0]).view(-1, *([1] * (idx.dim() - 1)))
    return points[batch, idx]


def query_ball_point(radius, nsample, xyz, new_xyz):
    """Return group_idx: [B, S, nsample]."""
    B, N, C = xyz.shape
    S = new_xyz.shape[1]
    group_idx = torch.arange(N, dtype=torch.long).view(1, 1, N).repeat([B, S, 1])
    sqrdists = square_distance(new_xyz, xyz)
    group_idx[sqrdists > radius**2] = N
    group_idx = group_idx.sort(dim=-1)[0][:, :, :nsample]
    group_first = group_idx[:, :, 0].view(B, S, 1).repeat([1, 1, nsample])
    mask = group_idx == N
    group_idx[mask] = group_first[mask]
    return group_idx


class SetAbstraction(nn.Module):
    def __init__(self, npoint=3, radius=0.4, nsample=4, out=5):
        super().__init__()
        self.npoint, self.radius, self.nsample = npoint, radius, nsample
        self.mlp = nn.Sequential(nn.Linear(3, out), nn.BatchNorm1d(out), nn.ReLU())

    def forward(self, xyz):
        new_xyz = xyz[:, :: max(xyz.shape[1] // self.npoint, 1)][:, : self.npoint]
        idx = query_ball_point(self.radius, self.nsample, xyz, new_xyz)
        grouped = index_points(xyz, idx) - new_xyz.unsqueeze(2)
        B, S, K, _ = grouped.shape
        feats = self.mlp(grouped.reshape(-1, 3)).view(B, S, K, -1)
        return new_xyz, feats.max(dim=2)[0]


def load():
    return torch.compile(SetAbstraction())


def cases():
    yield from build(load, lambda: (rand(2, 9, 3),), "base grad")
    yield from build(load, lambda: (3 * rand(2, 9, 3),), "base", tag="sparse-")

EXPECT = {'topic': 'point clouds',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {31: 2},
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
