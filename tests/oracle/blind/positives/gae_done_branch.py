"""Generalised advantage estimation over one trajectory with episode ends."""

from typing import NamedTuple

import torch
from torch import nn

from fxkit import build, randn


class Rollout(NamedTuple):
    obs: torch.Tensor
    rewards: torch.Tensor
    dones: torch.Tensor


def compute_gae(rewards, values, dones, last_value, gamma, lam):
    advantages = []
    gae = torch.zeros_like(last_value)
    next_value = last_value
    for t in reversed(range(rewards.shape[0])):
        if dones[t]:
            delta = rewards[t] - values[t]
            gae = delta
        else:
            delta = rewards[t] + gamma * next_value - values[t]
            gae = delta + gamma * lam * gae
        advantages.insert(0, gae)
        next_value = values[t]
    return torch.stack(advantages)


class ValueNet(nn.Module):
    def __init__(self, obs_dim=3, hidden=5):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs_dim, hidden), nn.Tanh())
        self.value = nn.Linear(hidden, 1)

    def forward(self, obs):
        return self.value(self.body(obs)).squeeze(-1)


class CriticUpdate(nn.Module):
    def __init__(self, gamma=0.99, lam=0.95):
        super().__init__()
        self.net = ValueNet()
        self.gamma, self.lam = gamma, lam

    def forward(self, rollout, next_obs):
        values = self.net(rollout.obs)
        with torch.no_grad():
            last = self.net(next_obs)
            adv = compute_gae(rollout.rewards, values, rollout.dones, last, self.gamma, self.lam)
            returns = adv + values
        return 0.5 * (values - returns).pow(2).mean(), adv


def load():
    return torch.compile(CriticUpdate())


def cases():
    ends = torch.tensor([False, True, False, False])
    yield from build(load, lambda: (Rollout(randn(4, 3), randn(4), ends), randn(3)), "base")
    yield from build(load, lambda: (Rollout(randn(4, 3), randn(4), ends | True), randn(3)), "base", tag="all-")
    yield from build(load, lambda: (Rollout(randn(4, 3), randn(4), ends & False), randn(3)), "base", tag="none-")


EXPECT = {'topic': 'rl',
 'kind': 'reversed_loop_branch',
 'rewrites': [],
 'breaks': {22: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad']}
