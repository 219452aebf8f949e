"""Scale-invariant log loss of monocular depth estimation."""

import torch
from torch import nn

from fxkit import build, rand


class SILogLoss(nn.Module):
    def __init__(self, variance_focus=0.85, max_depth=10.0):
        super().__init__()
        self.variance_focus = variance_focus
        self.max_depth = max_depth

    def forward(self, depth_est, depth_gt, interpolate=True):
        if interpolate and depth_est.shape[-2:] != depth_gt.shape[-2:]:
            depth_est = nn.functional.interpolate(depth_est, depth_gt.shape[-2:], mode="bilinear", align_corners=True)
        mask = (depth_gt > 1e-3) & (depth_gt < self.max_depth)
        d = torch.log(depth_est[mask]) - torch.log(depth_gt[mask])
        return torch.sqrt((d**2).mean() - self.variance_focus * (d.mean() ** 2)) * 10.0


def load():
    return torch.compile(SILogLoss())


def maps(size=6, sparse=0.3):
    gt = rand(2, 1, size, size, seed=2) * 9.0
    gt = torch.where(rand(2, 1, size, size, seed=8) < sparse, torch.zeros(()), gt)
    return rand(2, 1, 6, 6) * 5.0 + 0.5, gt


def cases():
    yield from build(load, maps, "base grad")
    yield from build(load, lambda: maps(9, 0.8), "base grad", tag="upsampled-")
    yield from build(load, lambda: maps(6, 0.0), "base", tag="dense-")


EXPECT = {'topic': 'depth',
 'rewrites': [],
 'breaks': {19: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite', 'finite-grad', 'grad-close']}
