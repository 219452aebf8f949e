"""World model agents scale the returns by a moving estimate of their range."""

from __future__ import annotations

import torch
from torch import nn

from fxkit import build, rand, randn


class Moments:
    """Percentiles of the returns, tracked as plain numbers so that they go into checkpoints as such."""

    def __init__(self, decay: float = 0.99, max_: float = 1.0, low: float = 0.05, high: float = 0.95):
        self.decay = decay
        self.max = max_
        self.percentile_low, self.percentile_high = low, high
        self.low = 0.0
        self.high = 0.0

    def update(self, x: torch.Tensor):
        flat = x.detach().flatten()
        low = torch.quantile(flat, self.percentile_low)
        high = torch.quantile(flat, self.percentile_high)
        self.low = self.decay * self.low + (1 - self.decay) * low.item()
        self.high = self.decay * self.high + (1 - self.decay) * high.item()
        invscale = max(1.0 / self.max, self.high - self.low)
        return self.low, invscale


class ActorLoss(nn.Module):
    def __init__(self, dim=4, actions=3, gamma=0.97):
        super().__init__()
        self.actor = nn.Linear(dim, actions)
        self.critic = nn.Linear(dim, 1)
        self.moments = Moments()
        self.gamma = gamma

    def lambda_values(self, reward, value):
        returns = [value[-1]]
        for t in range(reward.shape[0] - 2, -1, -1):
            returns.append(reward[t] + self.gamma * returns[-1])
        return torch.stack(returns[::-1])

    def forward(self, latent, reward):
        value = self.critic(latent).squeeze(-1)
        returns = self.lambda_values(reward, value.detach())
        offset, invscale = self.moments.update(returns)
        advantage = (returns - offset) / invscale - (value - offset) / invscale
        logp = self.actor(latent).log_softmax(dim=-1)[..., 0]
        return -(logp * advantage.detach()).mean(), advantage.square().mean()


def load():
    return torch.compile(ActorLoss())


def cases():
    yield from build(load, lambda: (randn(5, 2, 4), rand(5, 2)), "base grad zero")
    yield from build(load, lambda: (randn(5, 2, 4), 1000 * rand(5, 2)), "base", tag="large-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {25: 3, 26: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
