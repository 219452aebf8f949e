"""Percentage of correct keypoints over the visible ones; zeros where nothing is visible."""

import torch
from torch import nn

from fxkit import bools, build, rand, randn


class KeypointHead(nn.Module):
    def __init__(self, feat=4, joints=3):
        super().__init__()
        self.joints = joints
        self.reg = nn.Linear(feat, 2 * joints)

    def forward(self, feat):
        return self.reg(feat).view(-1, self.joints, 2)


class PCKEvaluator(nn.Module):
    def __init__(self, threshold=0.6):
        super().__init__()
        self.head = KeypointHead()
        self.threshold = threshold

    @torch.no_grad()
    def measure(self, pred, target, visible, scale):
        if not visible.any():
            zero = pred.new_zeros(())
            return {"pck": zero, "error": zero.clone()}
        dist = (pred - target).norm(dim=-1) / scale[:, None]
        seen = dist[visible]
        return {"pck": (seen < self.threshold).float().mean(), "error": seen.mean()}

    def forward(self, feat, target, visible, scale=None):
        pred = self.head(feat)
        if scale is None:
            scale = torch.ones(pred.size(0), device=pred.device)
        return pred, self.measure(pred, target, visible, scale)


def load():
    return torch.compile(PCKEvaluator())


def cases():
    yield from build(load, lambda: (randn(2, 4), randn(2, 3, 2), bools(2, 3, seed=1), 1.0 + rand(2)), "base true false nan")
    yield from build(load, lambda: (randn(2, 4), randn(2, 3, 2), bools(2, 3, seed=1)), "base grad", tag="unscaled-")

EXPECT = {'topic': 'pose estimation, metrics',
 'kind': 'empty selection, masks',
 'rewrites': [],
 'breaks': {27: 3, 31: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
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
