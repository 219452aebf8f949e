"""Set abstraction of a point-cloud network: grouping of neighbours within a ball."""

import torch
from torch import nn

from fxkit import build, randn


def square_distance(src: torch.Tensor, dst: torch.Tensor) -> torch.Tensor:
    return (src[:, :, None] - dst[:, None]).pow(2).sum(-1)


def index_points(points: torch.Tensor, idx: torch.Tensor) -> torch.Tensor:
    """points: [B, N, C]; idx: [B, S] or [B, S, K]"""
    flat = idx.reshape(idx.shape[0], -1, 1).expand(-1, -1, points.shape[-1])
    return points.gather(1, flat).view(*idx.shape, points.shape[-1])


def query_ball_point(radius: float, nsample: int, xyz: torch.Tensor, new_xyz: torch.Tensor) -> torch.Tensor:
    """
    Input:
        xyz: all points, [B, N, 3]
        new_xyz: query points, [B, S, 3], taken from xyz
    Return:
        group_idx: grouped points index, [B, S, nsample]
    """
    B, N, C = xyz.shape
    _, S, _ = new_xyz.shape
    group_idx = torch.arange(N).view(1, 1, N).repeat([B, S, 1])
    sqrdists = square_distance(new_xyz, xyz)
    group_idx[sqrdists > radius**2] = N
    group_idx = group_idx.sort(dim=-1)[0][:, :, :nsample]
    # balls with less than nsample points repeat the first one
    group_first = group_idx[:, :, 0].view(B, S, 1).repeat([1, 1, nsample])
    mask = group_idx == N
    group_idx[mask] = group_first[mask]
    return group_idx


class SetAbstraction(nn.Module):
    def __init__(self, npoint=3, radius=0.8, nsample=4, in_channel=2, mlp=6):
        super().__init__()
        self.npoint, self.radius, self.nsample = npoint, radius, nsample
        self.conv = nn.Linear(in_channel + 3, mlp)

    def forward(self, xyz: torch.Tensor, points: torch.Tensor | None) -> tuple[torch.Tensor, torch.Tensor]:
        new_xyz = xyz[:, : self.npoint]
        idx = query_ball_point(self.radius, self.nsample, xyz, new_xyz)
        grouped = index_points(xyz, idx) - new_xyz[:, :, None]
        if points is not None:
            grouped = torch.cat([grouped, index_points(points, idx)], dim=-1)
        feats = torch.relu(self.conv(grouped)).max(dim=2)[0]
        return new_xyz, feats


def make(**kw):
    model = SetAbstraction(**kw)
    model.compile()
    return model


def cases():
    yield from build(make, lambda: (randn(2, 7, 3), randn(2, 7, 2)), "base grad")
    yield from build(lambda: make(radius=0.01), lambda: (randn(2, 5, 3), randn(2, 5, 2)), "base", tag="tiny-")
    yield from build(lambda: make(radius=50.0, in_channel=0), lambda: (randn(1, 6, 3), None), "base", tag="all-")

EXPECT = {'topic': 'point cloud',
 'rewrites': [],
 'breaks': {36: 8},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result']}
