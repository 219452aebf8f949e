"""Hausdorff distance of a predicted and a true mask; not defined when one of them is empty."""

import torch
from torch import nn

from fxkit import bools, build, randn


def surface_distances(source, other, spacing):
    """Distance from every voxel of `source` to the closest one of `other`."""
    a = source.nonzero() * spacing
    b = other.nonzero() * spacing
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist").min(dim=1).values


class HausdorffDistance(nn.Module):
    def __init__(self, spacing=(1.0, 0.5)):
        super().__init__()
        self.register_buffer("spacing", torch.tensor(spacing))

    def forward(self, pred, target):
        if not (pred.any() and target.any()):
            return torch.tensor(float("nan"))
        there = surface_distances(pred, target, self.spacing).max()
        back = surface_distances(target, pred, self.spacing).max()
        return torch.maximum(there, back)


class SliceSegmenter(nn.Module):
    def __init__(self, channels=2):
        super().__init__()
        self.head = nn.Conv2d(channels, 1, 3, padding=1)
        self.distance = HausdorffDistance()

    def forward(self, scan, target):
        logits = self.head(scan)[0, 0]
        loss = nn.functional.binary_cross_entropy_with_logits(logits, target.float())
        with torch.no_grad():
            hd = self.distance(logits > 0, target)
        return loss, hd


def load():
    return torch.compile(SliceSegmenter())


def cases():
    yield from build(load, lambda: (randn(1, 2, 4, 4), bools(4, 4, p=0.4)), "base grad true false")
    yield from build(load, lambda: (torch.full((1, 2, 4, 4), float("nan")), bools(4, 4)), "base", tag="nan-")

EXPECT = {'topic': 'medical',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {11: 1, 12: 1, 22: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 9,
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
