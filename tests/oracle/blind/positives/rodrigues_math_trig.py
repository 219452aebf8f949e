"""Camera pose refinement: a small axis-angle correction becomes a rotation matrix through Rodrigues' formula."""

import math

import torch
from torch import nn

from fxkit import build, randn


def skew(v):
    zero = torch.zeros_like(v[0])
    return torch.stack([zero, -v[2], v[1], v[2], zero, -v[0], -v[1], v[0], zero]).view(3, 3)


def rotvec_to_matrix(rotvec):
    """rotvec: (3,), not differentiated through the angle"""
    theta = rotvec.norm().item() + 1e-8
    K = skew(rotvec / theta)
    return torch.eye(3) + math.sin(theta) * K + (1.0 - math.cos(theta)) * (K @ K)


class PoseRefiner(nn.Module):
    def __init__(self, n_feat=6, limit=0.3):
        super().__init__()
        self.head = nn.Linear(n_feat, 6)
        self.limit = limit

    def forward(self, feat, points):
        """feat: (n_feat,), points: (N, 3) in the camera frame"""
        delta = self.limit * torch.tanh(self.head(feat))
        R = rotvec_to_matrix(delta[:3])
        return points @ R.t() + delta[3:]


def load():
    return torch.compile(PoseRefiner())


def load_identity():
    m = PoseRefiner(limit=0.0)
    return torch.compile(m)


def cases():
    yield from build(load, lambda: (randn(6), randn(5, 3)), "base grad big")
    yield from build(load_identity, lambda: (randn(6), randn(5, 3)), "base", tag="still-")

EXPECT = {'topic': '3d',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {18: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
