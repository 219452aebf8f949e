"""Integration of one depth frame into a truncated signed distance volume (KinectFusion style)."""

import torch

from fxkit import bools, rand, randn


class TSDFVolume:
    """Flat voxel grid with running average of the truncated distance."""

    def __init__(self, num_voxels, truncation=0.5, max_weight=8.0):
        self.tsdf = torch.ones(num_voxels)
        self.weight = torch.zeros(num_voxels)
        self.truncation = truncation
        self.max_weight = max_weight

    def signed_distance(self, voxel_depth, measured):
        sdf = measured - voxel_depth
        return sdf, (sdf / self.truncation).clamp(-1.0, 1.0)

    @torch.compile
    def integrate(self, voxel_depth, measured, in_frustum):
        """Updates the voxels in view that are not far behind the surface."""
        sdf, dist = self.signed_distance(voxel_depth, measured)
        valid = in_frustum & (measured > 0) & (sdf > -self.truncation)

        old_w = self.weight[valid]
        new_w = old_w + 1.0
        self.tsdf[valid] = (self.tsdf[valid] * old_w + dist[valid]) / new_w
        self.weight[valid] = torch.clamp(new_w, max=self.max_weight)

        surface = (self.tsdf.abs() < 0.2) & (self.weight > 0)
        return surface.float().mean(), valid.sum()


def frame(kind):
    def make():
        vol = TSDFVolume(12, max_weight=2.0)
        depth = rand(12) * 3
        measured = depth + randn(12) * 0.4
        view = bools(12, p=0.7)
        if kind == "nothing":
            view = torch.zeros_like(view)
        elif kind == "behind":
            measured = depth - 2.0
        elif kind == "holes":
            measured[::2] = 0.0
        return TSDFVolume.integrate, (vol, depth, measured, view), {}

    return make


def cases():
    for kind in ("usual", "holes", "behind", "nothing"):
        yield kind, frame(kind)

EXPECT = {'topic': '3D',
 'rewrites': ['R32', 'R31'],
 'breaks': {27: 1, 29: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
