"""Low-light images: a gamma is chosen that brings the mean brightness to one half before the enhancement network."""

import math

import torch
from torch import nn

from fxkit import build, rand


def auto_gamma(image, middle=0.5, eps=1e-3):
    mean = min(max(image.mean().item(), eps), 1 - eps)
    gamma = math.log(middle) / math.log(mean)
    return image.clamp(min=eps) ** gamma


class CurveEstimator(nn.Module):
    """Zero-DCE style curves."""

    def __init__(self, width=4, iterations=2):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3, padding=1)
        self.out = nn.Conv2d(width, 3 * iterations, 3, padding=1)
        self.iterations = iterations

    def forward(self, image):
        x = auto_gamma(image)
        curves = torch.tanh(self.out(torch.relu(self.conv(x)))).chunk(self.iterations, dim=1)
        for r in curves:
            x = x + r * (x.square() - x)
        return x


def load():
    return torch.compile(CurveEstimator())


def cases():
    yield from build(load, lambda: (rand(1, 3, 4, 4),), "base")
    yield from build(load, lambda: (0.05 * rand(1, 3, 4, 4),), "base zero ones", tag="dark-")

EXPECT = {'topic': 'vision',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
