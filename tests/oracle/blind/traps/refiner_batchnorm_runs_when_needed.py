"""Depth completion: the refiner has batch statistics and runs only for batches whose coarse error is large."""

import torch
from torch import nn

from fxkit import build, rand, randn


class Refiner(nn.Module):
    def __init__(self, channels=3):
        super().__init__()
        self.conv = nn.Conv2d(2, channels, 3, padding=1)
        self.norm = nn.BatchNorm2d(channels)
        self.out = nn.Conv2d(channels, 1, 1)

    def forward(self, depth, sparse):
        h = self.norm(self.conv(torch.cat([depth, sparse], dim=1))).relu()
        return depth + self.out(h)


class DepthCompletion(nn.Module):
    def __init__(self, tolerance=1.0):
        super().__init__()
        self.coarse = nn.Conv2d(3, 1, 3, padding=1)
        self.refiner = Refiner()
        self.tolerance = tolerance

    def forward(self, image, sparse):
        depth = self.coarse(image)
        valid = (sparse > 0).float()
        error = ((depth - sparse).abs() * valid).sum() / valid.sum().clamp(min=1)
        if error > self.tolerance:
            depth = self.refiner(depth, sparse)
        return depth, error


def load():
    return torch.compile(DepthCompletion())


def cases():
    def scene(scale):
        return randn(2, 3, 4, 4), scale * rand(2, 1, 4, 4) * (rand(2, 1, 4, 4, seed=1) > 0.5)

    yield from build(load, lambda: scene(5.0), "base")
    yield from build(load, lambda: scene(0.5), "base", tag="near-")

EXPECT = {'topic': 'depth',
 'kind': 'branch with state',
 'verdict': 'any correct rewrite',
 'obligations': ['running statistics of the untaken arm'],
 'breaks': {32: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
