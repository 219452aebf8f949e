"""Noise is injected only when the activations collapse."""

import torch
from torch import nn

from fxkit import build, randn


class AntiCollapse(nn.Module):
    def __init__(self, dim=4, min_std=0.5, noise_std=0.1):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.min_std = min_std
        self.noise_std = noise_std

    def forward(self, x):
        z = self.proj(x)
        if z.std(dim=0).min() < self.min_std:
            z = z + self.noise_std * torch.randn_like(z)
        return z


def load():
    return torch.compile(AntiCollapse())


def cases():
    yield from build(load, lambda: (randn(6, 4) * 10,), "base", tag="spread-")
    yield from build(load, lambda: (randn(6, 4) * 0.01,), "base", tag="collapsed-")


EXPECT = {'topic': 'training',
 'kind': 'rng_consumed',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'naive_differs_in': ['rng'],
 'unsafe': ['rng']}
