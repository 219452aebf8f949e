"""Running statistics of a reward: the root of a slightly negative variance is a complex number in Python."""

import torch
from torch import nn

from fxkit import build, randn


class RewardScaler(nn.Module):
    """Second moment minus squared mean; a decayed estimate can come out below zero."""

    def __init__(self, decay=0.1):
        super().__init__()
        self.decay = decay
        self.register_buffer("mean", torch.zeros(()))
        self.register_buffer("second", torch.zeros(()))

    def update(self, reward):
        self.mean.lerp_(reward.mean(), 1 - self.decay)
        self.second.lerp_(reward.square().mean() * 0.9, 1 - self.decay)

    def std(self):
        variance = (self.second - self.mean**2).item()
        return abs(variance**0.5) + 1e-3

    def forward(self, reward):
        self.update(reward)
        return (reward - self.mean) / self.std()


class Critic(nn.Module):
    def __init__(self, obs=4):
        super().__init__()
        self.value = nn.Linear(obs, 1)
        self.scaler = RewardScaler()

    def forward(self, obs, reward):
        with torch.no_grad():
            target = self.scaler(reward)
        return (self.value(obs).squeeze(-1) - target).square().mean()


def load():
    return torch.compile(Critic())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5)), "base grad")
    yield from build(load, lambda: (randn(5, 4), torch.full((5,), 2.0)), "base", tag="constant-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {23: 2},
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
