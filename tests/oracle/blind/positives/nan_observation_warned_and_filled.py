"""A policy network warns of broken sensor readings and fills the observation."""

import warnings

import torch
from torch import nn

from fxkit import build, randn


class ObservationFilter(nn.Module):
    """Scales readings; NaN and infinite readings become zero or the largest reading."""

    def __init__(self, dim=4, limit=5.0):
        super().__init__()
        self.register_buffer("scale", torch.linspace(0.5, 1.5, dim))
        self.limit = limit

    def forward(self, obs):
        if not torch.isfinite(obs).all():
            warnings.warn("observation holds values that are not finite")
            obs = torch.nan_to_num(obs, nan=0.0, posinf=self.limit, neginf=-self.limit)
        return (obs * self.scale).clamp(-self.limit, self.limit)


class Policy(nn.Module):
    def __init__(self, dim=4, actions=2):
        super().__init__()
        self.filter = ObservationFilter(dim)
        self.net = nn.Sequential(nn.Linear(dim, 6), nn.ELU(), nn.Linear(6, actions))

    def forward(self, obs):
        return torch.tanh(self.net(self.filter(obs)))


def load():
    return torch.compile(Policy())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad big nan inf ninf")

EXPECT = {'topic': 'rl',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {20: 2, 21: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
