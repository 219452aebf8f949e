"""Stein variational gradient: the kernel width comes from the median of the pairwise distances that are not zero."""

import math

import torch
from torch import nn

from fxkit import build, randn


class RBF(nn.Module):
    def __init__(self, sigma=None):
        super().__init__()
        self.sigma = sigma

    def forward(self, x):
        diff = x.unsqueeze(1) - x.unsqueeze(0)
        dnorm2 = diff.square().sum(dim=-1)
        if self.sigma is None:
            h = torch.median(dnorm2[dnorm2 > 0]).item() / (2 * math.log(x.size(0) + 1))
            sigma = math.sqrt(h)
        else:
            sigma = self.sigma
        gamma = 1.0 / (1e-8 + 2 * sigma**2)
        k = (-gamma * dnorm2).exp()
        dk = (2 * gamma * diff * k.unsqueeze(-1)).sum(dim=1)
        return k, dk


class SVGDStep(nn.Module):
    def __init__(self, dim=2, step=0.1):
        super().__init__()
        self.kernel = RBF()
        self.register_buffer("mean", torch.ones(dim))
        self.step = step

    def score(self, x):
        return -(x - self.mean)

    def forward(self, x):
        k, dk = self.kernel(x.detach())
        phi = (k @ self.score(x) + dk) / x.size(0)
        return x + self.step * phi


def load():
    return torch.compile(SVGDStep())


def cases():
    yield from build(load, lambda: (randn(5, 2),), "base grad zero")
    yield from build(load, lambda: (randn(3, 2).repeat(2, 1),), "base", tag="twins-")

EXPECT = {'topic': 'probabilistic',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {20: 6},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
