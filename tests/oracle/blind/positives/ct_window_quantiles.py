"""Intensity normalisation of a volume by two of its quantiles, in front of a small 3D network."""

import torch
from torch import nn

from fxkit import build, randn


class QuantileWindow(nn.Module):
    """Clips to the window between two quantiles and maps it to [0, 1]."""

    def __init__(self, lower=0.02, upper=0.98, eps=1e-6):
        super().__init__()
        self.quantiles = (lower, upper)
        self.eps = eps

    def window(self, volume):
        flat = volume.detach().flatten()
        low, high = (torch.quantile(flat, q).item() for q in self.quantiles)
        return low, high

    def forward(self, volume):
        low, high = self.window(volume)
        return (volume.clamp(low, high) - low) / (high - low + self.eps)


class LesionNet(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.preprocess = QuantileWindow()
        self.body = nn.Sequential(nn.Conv3d(1, channels, 3, padding=1), nn.LeakyReLU(0.1), nn.Conv3d(channels, 1, 1))

    def forward(self, volume):
        return self.body(self.preprocess(volume)).sigmoid()


def load():
    return torch.compile(LesionNet())


def cases():
    yield from build(load, lambda: (randn(1, 1, 3, 4, 4),), "base grad zero big")

EXPECT = {'topic': 'medical',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0124'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
