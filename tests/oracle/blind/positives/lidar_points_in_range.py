"""Lidar place recognition: the descriptor pools only the points between the robot itself and the range limit."""

import torch
import torch.nn as nn

from fxkit import build, randn


class PointEncoder(nn.Module):
    def __init__(self, in_dim=3, out_dim=6):
        super().__init__()
        self.mlp = nn.Sequential(nn.Linear(in_dim, 8), nn.ReLU(inplace=True), nn.Linear(8, out_dim))

    def forward(self, pts):
        return self.mlp(pts)


class ScanDescriptor(nn.Module):
    """Mean of point features, normalised to length one."""

    def __init__(self, min_range=0.5, max_range=2.5):
        super().__init__()
        self.encoder = PointEncoder()
        self.min_range = min_range
        self.max_range = max_range

    def crop(self, scan):
        r = scan[:, :2].norm(dim=-1)
        return (r > self.min_range) & (r < self.max_range)

    def forward(self, scan):
        feats = self.encoder(scan)
        keep = self.crop(scan)
        desc = feats[keep].mean(dim=0)
        return desc / desc.norm().clamp(min=1e-6)


def load():
    model = ScanDescriptor()
    model.forward = torch.compile(model.forward)
    return model


def cases():
    yield from build(load, lambda: (randn(12, 3),), "base grad nan")
    yield from build(load, lambda: (torch.full((5, 3), 1.0),), "base", tag="all-")

EXPECT = {'topic': '3d',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {34: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
