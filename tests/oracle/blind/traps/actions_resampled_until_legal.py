"""An exploring policy draws noise again until every action lies within its limits: the number of draws is open."""

import torch
from torch import nn

from fxkit import build, randn


class Policy(nn.Module):
    def __init__(self, obs=4, act=2):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(obs, 8), nn.Tanh(), nn.Linear(8, act), nn.Tanh())

    def forward(self, obs):
        return self.net(obs)


class ExploringAgent(nn.Module):
    def __init__(self, noise=0.6, limit=1.0, tries=20):
        super().__init__()
        self.policy = Policy()
        self.noise = noise
        self.limit = limit
        self.tries = tries

    def legal(self, action):
        return (action.abs() <= self.limit).all()

    @torch.no_grad()
    def forward(self, obs):
        mean = self.policy(obs)
        action = mean + self.noise * torch.randn_like(mean)
        for _ in range(self.tries):
            if self.legal(action):
                break
            action = mean + self.noise * torch.randn_like(mean)
        return action.clamp(-self.limit, self.limit), mean


def load():
    return torch.compile(ExploringAgent())


def cases():
    yield from build(load, lambda: (randn(2, 4),), "base zero")
    yield from build(load, lambda: (9 * randn(2, 4),), "base", tag="edge-")

EXPECT = {'topic': 'rl',
 'kind': 'random',
 'verdict': 'decline',
 'obligations': ['the random stream'],
 'breaks': {34: 2},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['random state', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
