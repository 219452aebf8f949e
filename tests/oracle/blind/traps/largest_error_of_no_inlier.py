"""Pose refinement reports its largest inlier error; without an inlier max() of nothing is an error for the caller."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


class Refiner(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.update = nn.Linear(dim, dim)

    @torch.no_grad()
    def forward(self, points, matches, inlier):
        moved = points + self.update(points)
        distance = (moved - matches).norm(dim=-1)
        worst = distance[inlier].max()
        return moved, worst


def load():
    return torch.compile(Refiner())


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4, 3, seed=2), bools(4)), "base false true")

EXPECT = {'topic': 'robotics',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions'],
 'breaks': {18: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
