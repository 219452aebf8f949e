"""Gaussian splatting: points that are too large for the scene, or nearly transparent, fade out."""

import torch
from torch import nn

from fxkit import build, randn


class GaussianModel(nn.Module):
    def __init__(self, n=7, percent_dense=0.3):
        super().__init__()
        self.percent_dense = percent_dense
        self._xyz = nn.Parameter(torch.randn(n, 3))
        self._scaling = nn.Parameter(torch.randn(n, 3) * 0.5 - 1)
        self._opacity = nn.Parameter(torch.randn(n, 1))

    @property
    def get_scaling(self):
        return torch.exp(self._scaling)

    @property
    def get_opacity(self):
        return torch.sigmoid(self._opacity)

    def scene_extent(self, cam_centers):
        """Radius of the sphere around the cameras, as in getNerfppNorm."""
        center = cam_centers.mean(dim=0, keepdim=True)
        dist = torch.linalg.norm(cam_centers - center, dim=1)
        return dist.max().item() * 1.1

    def prune_mask(self, cam_centers, min_opacity):
        extent = self.scene_extent(cam_centers)
        prune_mask = (self.get_opacity < min_opacity).squeeze(-1)
        big_points_ws = self.get_scaling.max(dim=1).values > self.percent_dense * extent
        return torch.logical_or(prune_mask, big_points_ws)

    def forward(self, cam_centers, min_opacity: float = 0.2):
        keep = ~self.prune_mask(cam_centers, min_opacity)
        opacity = self.get_opacity.squeeze(-1) * keep
        return (self._xyz * opacity.unsqueeze(-1)).sum(dim=0), keep


def load():
    return torch.compile(GaussianModel())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base grad zero big small")

EXPECT = {'topic': '3d',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {29: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
