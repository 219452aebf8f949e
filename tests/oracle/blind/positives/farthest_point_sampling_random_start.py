"""Farthest point sampling and grouping for a point cloud encoder, starting from a random point."""

import torch
from torch import nn

from fxkit import build, randn


def square_distance(a, b):
    return ((a[:, None] - b[None]) ** 2).sum(-1)


def farthest_points(xyz, count):
    """Indices of `count` points, each the farthest from those before it."""
    start = int(torch.randint(0, xyz.shape[0], (1,)))
    chosen = [torch.tensor(start)]
    nearest = ((xyz - xyz[start]) ** 2).sum(-1)
    for _ in range(count - 1):
        far = nearest.argmax()
        chosen.append(far)
        nearest = torch.minimum(nearest, ((xyz - xyz.index_select(0, far[None])) ** 2).sum(-1))
    return torch.stack(chosen)


class SetAbstraction(nn.Module):
    def __init__(self, count=3, radius=1.5, width=4):
        super().__init__()
        self.count = count
        self.radius = radius
        self.mlp = nn.Sequential(nn.Linear(3, width), nn.ReLU(), nn.Linear(width, width))

    def forward(self, xyz):
        centres = xyz[farthest_points(xyz, self.count)]
        dist = square_distance(centres, xyz)
        local = self.mlp(xyz[None] - centres[:, None])
        outside = dist > self.radius ** 2
        pooled = local.masked_fill(outside.unsqueeze(-1), float("-inf")).amax(1)
        return centres, pooled


def cases():
    make = lambda: torch.compile(SetAbstraction())
    yield from build(make, lambda: (randn(8, 3),), "base grad f64")
    yield from build(make, lambda: (randn(3, 3),), "base", tag="all-")
    yield from build(make, lambda: (torch.ones(5, 3),), "base", tag="coincident-")

EXPECT = {'topic': '3D',
 'rewrites': ['R24', 'R21'],
 'breaks': {15: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': []}
