"""Point cloud registration refuses a pose that is a reflection."""

import torch
from torch import nn

from fxkit import build, randn


def check_rotation(R):
    """A rotation keeps the orientation: its determinant is positive."""
    if (torch.linalg.det(R) <= 0).any():
        raise ValueError("pose holds a reflection, not a rotation")


def transform(points, R, t):
    return torch.einsum("bij,bnj->bni", R, points) + t.unsqueeze(1)


class PointFeatures(nn.Module):
    """Shared layer on each point, then the maximum over the cloud."""

    def __init__(self, dim=5):
        super().__init__()
        self.lin = nn.Linear(3, dim)

    def forward(self, points):
        return torch.relu(self.lin(points)).amax(dim=1)


class RegistrationScore(nn.Module):
    def __init__(self):
        super().__init__()
        self.features = PointFeatures()

    def forward(self, source, target, R, t):
        check_rotation(R)
        moved = transform(source, R, t)
        return (self.features(moved) - self.features(target)).square().mean(dim=-1), moved


def load():
    return torch.compile(RegistrationScore())


def pose(flip=1.0):
    q, r = torch.linalg.qr(randn(2, 3, 3))
    q = q * torch.linalg.det(q).sign()[:, None, None]
    return q * torch.tensor([flip, 1.0, 1.0]), randn(2, 3)


def cases():
    yield from build(load, lambda: (randn(2, 6, 3), randn(2, 6, 3, seed=1), *pose()), "base zero nan")
    yield from build(load, lambda: (randn(2, 6, 3), randn(2, 6, 3, seed=1), *pose(-1.0)), "base", tag="mirrored-")

EXPECT = {'topic': '3d',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['compiled-exception-type', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
