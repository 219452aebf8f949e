"""Stochastic interpolants: the noise level of a time is read off a table of knots by numpy's interpolation."""

import numpy as np
import torch
from torch import nn

from fxkit import build, rand, randn

KNOTS = np.array([0.0, 0.25, 0.6, 1.0], dtype=np.float32)
LEVELS = np.array([0.02, 0.2, 0.7, 1.0], dtype=np.float32)


def noise_level(t):
    """t: (B,) in [0, 1], clipped at the ends"""
    level = np.interp(t.numpy(), KNOTS, LEVELS)
    return torch.from_numpy(level).float()


class Interpolant(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim + 1, 6), nn.SiLU(), nn.Linear(6, dim))

    def forward(self, x, noise, t):
        sigma = noise_level(t)[:, None]
        noisy = (1 - sigma) * x + sigma * noise
        pred = self.net(torch.cat([noisy, sigma], dim=-1))
        weight = 1.0 / (sigma.square() + 0.1)
        return (weight * (pred - (noise - x)).square()).mean()


def load():
    return torch.compile(Interpolant())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 4, seed=1), rand(5)), "base big")
    yield from build(load, lambda: (randn(4, 4), randn(4, 4, seed=1), torch.tensor([-0.5, 0.25, 1.0, 3.0])), "base", tag="ends-")

EXPECT = {'topic': 'diffusion',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {15: 2},
 'gb': ['GB0294'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
