"""Multi-agent navigation: the velocity of agents at rest is set to zero before the heading is taken from it."""

import torch
from torch import nn

from fxkit import build, randn


class HeadingFeatures(nn.Module):
    def __init__(self, min_speed=0.3):
        super().__init__()
        self.min_speed = min_speed

    def forward(self, velocity):
        """velocity: (agents, 2). Agents at rest look along the x axis."""
        velocity = velocity.clone()
        resting = torch.nonzero(velocity.norm(dim=-1) < self.min_speed).squeeze(-1)
        velocity[resting] = 0.0
        heading = torch.atan2(velocity[:, 1], velocity[:, 0])
        return torch.stack([heading, velocity.norm(dim=-1)], dim=-1)


class CrowdPolicy(nn.Module):
    def __init__(self, dim=6):
        super().__init__()
        self.features = HeadingFeatures()
        self.net = nn.Sequential(nn.Linear(4, dim), nn.Tanh(), nn.Linear(dim, 2))

    @torch.no_grad()
    def forward(self, goal, velocity):
        return self.net(torch.cat([goal, self.features(velocity)], dim=-1))


def load():
    return torch.compile(CrowdPolicy())


def cases():
    yield from build(load, lambda: (randn(5, 2), randn(5, 2, seed=2)), "base zero")
    yield from build(load, lambda: (randn(5, 2), -0.05 * randn(5, 2).abs()), "base", tag="resting-")
    yield from build(load, lambda: (randn(5, 2), 3 + randn(5, 2).abs()), "base", tag="moving-")

EXPECT = {'topic': 'robotics',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
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
