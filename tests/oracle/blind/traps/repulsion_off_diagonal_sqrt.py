"""Point placement: the mean distance between different points; the distance to itself has no gradient."""

import torch
from torch import nn

from fxkit import build, randn


class Repulsion(nn.Module):
    def __init__(self, margin=1.0):
        super().__init__()
        self.margin = margin

    def forward(self, pos):
        """pos: (N, D)"""
        squared = (pos[:, None] - pos[None]).square().sum(dim=-1)
        other = ~torch.eye(pos.shape[0], dtype=torch.bool)
        distance = squared[other].sqrt()
        return (self.margin - distance).clamp(min=0).mean() + 0.01 * distance.mean()


class LayoutNet(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.to_xy = nn.Linear(dim, 2)
        self.repulsion = Repulsion()

    def forward(self, nodes):
        pos = self.to_xy(nodes)
        return self.repulsion(pos), pos


def load():
    return torch.compile(LayoutNet())


def cases():
    yield from build(load, lambda: (randn(5, 3),), "base grad big small")

EXPECT = {'topic': 'optimisation',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['gradients outside of the mask', 'NaN'],
 'breaks': {18: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
