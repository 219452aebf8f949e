"""Scene completion: points without a counterpart inside of a radius do not count for the Chamfer distance."""

import torch
from torch import nn

from fxkit import build, randn


def one_way(dist, dim, radius):
    nearest = dist.min(dim=dim).values
    nearest = nearest[nearest < radius]
    if len(nearest) > 0:
        return nearest.mean(), nearest.numel()
    return dist.sum() * 0.0, 0


class CompletionLoss(nn.Module):
    def __init__(self, radius=1.0):
        super().__init__()
        self.offset = nn.Linear(3, 3)
        self.radius = radius

    def forward(self, coarse, target):
        points = coarse + 0.1 * self.offset(coarse)
        dist = torch.cdist(points, target)
        accuracy, hits = one_way(dist, 1, self.radius)
        completeness, found = one_way(dist, 0, self.radius)
        return accuracy + completeness, {"hits": hits, "found": found}


def load():
    return torch.compile(CompletionLoss())


def cases():
    yield from build(load, lambda: (randn(6, 3), randn(7, 3, seed=1)), "base grad")
    yield from build(load, lambda: (randn(6, 3), randn(7, 3, seed=1) + 50), "base grad", tag="far-")

EXPECT = {'topic': '3d',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {11: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 6,
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
