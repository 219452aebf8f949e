"""A locomotion task gets harder once the agents of the level below walk far enough."""

import torch
from torch import nn

from fxkit import build, randn


class TerrainCurriculum(nn.Module):
    def __init__(self, obs_dim=4, max_level=3, promote=0.6, demote=0.2):
        super().__init__()
        self.actor = nn.Linear(obs_dim, 2)
        self.max_level, self.promote, self.demote = max_level, promote, demote
        self.level = 1
        self.success_ema = 0.5

    def update_level(self, distance, commanded):
        success = (distance > 0.5 * commanded).float().mean().item()
        self.success_ema = 0.5 * self.success_ema + 0.5 * success
        if self.success_ema > self.promote:
            self.level = min(self.level + 1, self.max_level)
        elif self.success_ema < self.demote:
            self.level = max(self.level - 1, 0)

    def forward(self, obs, distance, commanded):
        self.update_level(distance, commanded)
        roughness = 0.05 * self.level
        noisy = obs + roughness * torch.sin(10.0 * obs)
        return torch.tanh(self.actor(noisy))


def load():
    return torch.compile(TerrainCurriculum())


def cases():
    far, near = torch.tensor([3.0, 2.0, 4.0, 0.1]), torch.tensor([0.1, 0.2, 0.0, 0.3])
    yield from build(load, lambda: (randn(4, 4), far.clone(), torch.full((4,), 2.0)), "base grad")
    yield from build(load, lambda: (randn(4, 4), near.clone(), torch.full((4,), 2.0)), "base", tag="falling-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {18: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
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
