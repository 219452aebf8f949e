"""Set abstraction of PointNet++: ball query, grouping and max pooling."""

import torch
from torch import nn

from fxkit import build, randn


def square_distance(src, dst):
    dist = -2 * torch.matmul(src, dst.permute(0, 2, 1))
    dist += torch.sum(src**2, -1)[:, :, None]
    dist += torch.sum(dst**2, -1)[:, None, :]
    return dist


def index_points(points, idx):
    B = points.shape[0]
    batch = torch.arange(B, device=points.device).view(B, 1, 1).expand_as(idx)
    return points[batch, idx, :]


def query_ball_point(radius, nsample, xyz, new_xyz):
    """Indices of up to nsample points within radius; the first one pads."""
    B, N, _ = xyz.shape
    S = new_xyz.shape[1]
    group_idx = torch.arange(N, dtype=torch.long, device=xyz.device).view(1, 1, N).repeat([B, S, 1])
    sqrdists = square_distance(new_xyz, xyz)
    group_idx[sqrdists > radius**2] = N
    group_idx = group_idx.sort(dim=-1)[0][:, :, :nsample]
    group_first = group_idx[:, :, 0].view(B, S, 1).repeat([1, 1, nsample])
    mask = group_idx == N
    group_idx[mask] = group_first[mask]
    return group_idx


class SetAbstraction(nn.Module):
    def __init__(self, radius=1.2, nsample=4):
        super().__init__()
        self.radius, self.nsample = radius, nsample
        self.mlp = nn.Linear(3, 8)

    def forward(self, xyz):
        new_xyz = xyz[:, ::3].contiguous()
        idx = query_ball_point(self.radius, self.nsample, xyz, new_xyz)
        grouped = index_points(xyz, idx) - new_xyz.unsqueeze(2)
        return new_xyz, torch.relu(self.mlp(grouped)).max(2)[0]


def load():
    return torch.compile(SetAbstraction())


def cases():
    yield from build(load, lambda: (randn(2, 9, 3),), "base grad big small zero")


EXPECT = {'topic': 'pointcloud',
 'rewrites': [],
 'breaks': {32: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': []}
