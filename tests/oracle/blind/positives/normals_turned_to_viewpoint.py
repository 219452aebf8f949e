"""Point cloud normals from local covariance are turned towards the sensor in place."""

import torch
from torch import nn

from fxkit import build, randn


def knn(points, k):
    return torch.cdist(points, points).topk(k, largest=False).indices


def orient(normals, points, viewpoint):
    away = ((viewpoint - points) * normals).sum(dim=-1) < 0
    normals[away] *= -1
    return normals


class NormalRefiner(nn.Module):
    def __init__(self, k=4, hidden=8):
        super().__init__()
        self.k = k
        self.mlp = nn.Sequential(nn.Linear(6, hidden), nn.GELU(), nn.Linear(hidden, 3))
        self.register_buffer("viewpoint", torch.tensor([0.0, 0.0, 5.0]))

    def initial(self, points):
        nbrs = points[knn(points, self.k)]
        u = nbrs[:, 1] - nbrs[:, 0]
        v = nbrs[:, 2] - nbrs[:, 0]
        return torch.linalg.cross(u, v, dim=-1)

    def forward(self, points):
        n0 = orient(self.initial(points), points, self.viewpoint)
        n1 = n0 + self.mlp(torch.cat([points, n0], dim=-1))
        n1 = orient(n1, points, self.viewpoint)
        return nn.functional.normalize(n1, dim=-1)


def load():
    return torch.compile(NormalRefiner())


def cases():
    yield from build(load, lambda: (randn(6, 3),), "base grad big")
    yield from build(load, lambda: (randn(6, 3) + torch.tensor([0.0, 0.0, 9.0]),), "base", tag="behind-")

EXPECT = {'topic': 'point-cloud',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {15: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 7,
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
