"""Sliding window inference: how many windows go together depends on the cores of the machine."""

import os

import torch
from torch import nn

from fxkit import build, randn


class WindowNet(nn.Module):
    def __init__(self, channels=2, classes=3):
        super().__init__()
        self.conv = nn.Conv1d(channels, classes, 3, padding=1)

    def forward(self, windows):
        return self.conv(windows).softmax(dim=1)


class SlidingWindowInferer(nn.Module):
    """Splits a volume into windows of `roi` voxels and puts the results together."""

    def __init__(self, roi=4, max_parallel=4):
        super().__init__()
        self.net = WindowNet()
        self.roi = roi
        self.max_parallel = max_parallel

    def windows(self, volume):
        return volume.unflatten(-1, (-1, self.roi)).permute(1, 0, 2)

    def forward(self, volume):
        windows = self.windows(volume)
        parallel = min(os.cpu_count() or 1, self.max_parallel)
        parts = [self.net(chunk) for chunk in windows.split(parallel)]
        return torch.cat(parts).permute(1, 0, 2).flatten(1)


def load():
    return torch.compile(SlidingWindowInferer())


def cases():
    yield from build(load, lambda: (randn(2, 16),), "base grad nan")
    yield from build(load, lambda: (randn(2, 12),), "base", tag="short-")

EXPECT = {'rewrites': [],
 'topic': 'medical',
 'kind': 'host',
 'breaks': {34: 3},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
