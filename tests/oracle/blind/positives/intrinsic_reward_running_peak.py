"""Exploration bonus by a random network, divided by the largest error that was seen so far."""

import torch
from torch import nn

from fxkit import build, randn


class RandomNetworkBonus(nn.Module):
    def __init__(self, obs_dim=4, feat=3, scale=0.5):
        super().__init__()
        self.target = nn.Linear(obs_dim, feat).requires_grad_(False)
        self.predictor = nn.Linear(obs_dim, feat)
        self.scale = scale
        self.peak = 1e-3
        self.updates = 0

    def bonus(self, error):
        top = float(error.max())
        if top > self.peak:
            self.peak = top
            self.updates += 1
        return self.scale * error / self.peak

    def forward(self, obs, reward, done):
        error = (self.predictor(obs) - self.target(obs)).square().mean(dim=-1)
        intrinsic = self.bonus(error.detach())
        # a reset is not a surprise
        intrinsic = intrinsic * (1.0 - done.float())
        return reward + intrinsic, error.mean()


def load():
    return torch.compile(RandomNetworkBonus())


def cases():
    done = torch.tensor([False, True, False])
    yield from build(load, lambda: (randn(3, 4), randn(3), done.clone()), "base grad")
    yield from build(load, lambda: (torch.zeros(3, 4), randn(3), done.clone()), "base", tag="still-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
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
