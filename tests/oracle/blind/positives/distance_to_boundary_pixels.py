"""Boundary loss for organ segmentation: every pixel is weighted with its distance to the outline of the label."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


def outline(mask):
    m = mask.float()[None, None]
    eroded = -F.max_pool2d(-m, 3, stride=1, padding=1)
    return (m - eroded)[0, 0] > 0


class BoundaryLoss(nn.Module):
    def __init__(self, size=5):
        super().__init__()
        ys, xs = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
        self.register_buffer("grid", torch.stack([ys, xs], -1).reshape(-1, 2).float())
        self.head = nn.Conv2d(2, 1, 1)

    def distance_map(self, mask):
        edge = outline(mask)
        if not edge.any():
            return torch.zeros(mask.shape)
        points = self.grid[edge.flatten().nonzero().squeeze(1)]
        dist = torch.cdist(self.grid, points).min(dim=1).values
        dist = dist.reshape(mask.shape)
        return torch.where(mask, -dist, dist)

    def forward(self, feats, masks):
        probs = torch.sigmoid(self.head(feats)).squeeze(1)
        phi = torch.stack([self.distance_map(m) for m in masks])
        return (probs * phi).mean()


def load():
    return torch.compile(BoundaryLoss())


def cases():
    blob = torch.zeros(5, 5, dtype=torch.bool)
    blob[1:4, 1:3] = True
    yield from build(load, lambda: (randn(2, 2, 5, 5), torch.stack([blob, bools(5, 5)])), "base grad")
    yield from build(load, lambda: (randn(2, 2, 5, 5), torch.stack([blob, torch.zeros_like(blob)])), "base grad", tag="absent-")
    yield from build(load, lambda: (randn(1, 2, 5, 5), blob.T[None].clone()), "base", tag="turned-")

EXPECT = {'topic': 'segmentation',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {25: 4, 27: 2},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
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
