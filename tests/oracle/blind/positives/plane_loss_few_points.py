"""Planar regularisation of depth: images with too few points on the ground give no loss."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


class GroundPlaneLoss(nn.Module):
    def __init__(self, min_points=4, weight=0.1):
        super().__init__()
        self.min_points = min_points
        self.weight = weight

    def forward(self, points, ground):
        """points: (P, 3), ground: (P,) bool"""
        if ground.sum() < self.min_points:
            return points.sum() * 0.0
        height = points[ground][:, 1]
        return self.weight * (height - height.mean()).pow(2).mean()


class DepthNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Conv2d(3, 1, 3, padding=1)
        self.plane = GroundPlaneLoss()

    def unproject(self, depth):
        h, w = depth.shape[-2:]
        v, u = torch.meshgrid(torch.arange(h), torch.arange(w), indexing="ij")
        rays = torch.stack([u / w - 0.5, v / h - 0.5, torch.ones(h, w)], dim=-1)
        return (rays * depth[..., None]).flatten(0, 1)

    def forward(self, image, ground):
        depth = torch.nn.functional.softplus(self.net(image))[:, 0]
        losses = [self.plane(self.unproject(d), g.flatten()) for d, g in zip(depth, ground)]
        return torch.stack(losses).sum(), depth


def load():
    return torch.compile(DepthNet())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 4), bools(2, 4, 4)), "base grad true false")
    yield from build(load, lambda: (randn(1, 3, 4, 4), bools(1, 4, 4, p=0.05)), "base grad", tag="few-")

EXPECT = {'topic': 'depth',
 'kind': 'branch and mask',
 'rewrites': [],
 'breaks': {17: 2, 19: 1, 37: 1},
 'gb': ['GB0036', 'GB0170', 'GB4347'],
 'skips': 1,
 'graphs_per_call': 10,
 'after': 0,
 'assume': ['close', 'grad-close', 'grad-none-zero'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
