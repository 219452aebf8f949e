"""Keypoint branch: cross entropy of visible keypoints, divided by how many were kept."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, ints, randn


class KeypointPredictor(nn.Module):
    """One heatmap for each keypoint, flattened over the grid."""

    def __init__(self, features=4, keypoints=5, cells=6):
        super().__init__()
        self.deconv = nn.Linear(features, keypoints * cells)
        self.keypoints = keypoints

    def forward(self, roi_features):
        return self.deconv(roi_features).unflatten(-1, (self.keypoints, -1))


class KeypointHead(nn.Module):
    def __init__(self, loss_weight=1.0):
        super().__init__()
        self.predictor = KeypointPredictor()
        self.loss_weight = loss_weight

    def keypoint_loss(self, logits, target, visible):
        per_point = F.cross_entropy(logits.flatten(0, 1), target.flatten(), reduction="none")
        kept = per_point[visible.flatten()]
        return self.loss_weight * kept.sum() / max(kept.numel(), 1)

    def forward(self, roi_features, target, visible):
        logits = self.predictor(roi_features)
        if not self.training:
            return logits.argmax(dim=-1)
        return self.keypoint_loss(logits, target, visible)


def load():
    return torch.compile(KeypointHead())


def cases():
    yield from build(load, lambda: (randn(3, 4), ints(0, 6, 3, 5), bools(3, 5)), "base grad big true false")
    yield from build(lambda: load().eval(), lambda: (randn(3, 4), ints(0, 6, 3, 5), bools(3, 5)), "base", tag="eval-")

EXPECT = {'topic': 'detection',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {30: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
