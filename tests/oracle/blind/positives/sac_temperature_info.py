"""Actor and temperature loss of soft actor-critic with the metrics for the logger."""

import math

import torch
from torch import nn

from fxkit import build, randn


class SACLoss(nn.Module):
    def __init__(self, obs=5, act=2):
        super().__init__()
        self.policy = nn.Linear(obs, 2 * act)
        self.critic = nn.Linear(obs + act, 2)
        self.log_alpha = nn.Parameter(torch.zeros(1))
        self.target_entropy = -float(act)

    def forward(self, obs, noise):
        mu, log_std = self.policy(obs).chunk(2, -1)
        log_std = log_std.clamp(-5, 2)
        pre_tanh = mu + log_std.exp() * noise
        action = torch.tanh(pre_tanh)
        log_pi = (-0.5 * noise.pow(2) - log_std - 0.5 * math.log(2 * math.pi)).sum(-1)
        log_pi = log_pi - torch.log(1 - action.pow(2) + 1e-6).sum(-1)
        min_q = self.critic(torch.cat([obs, action], -1)).min(-1).values

        alpha = self.log_alpha.exp().detach()
        actor_loss = (alpha * log_pi - min_q).mean()
        alpha_loss = -(self.log_alpha.exp() * (log_pi + self.target_entropy).detach()).mean()

        info = {
            "actor/loss": actor_loss.item(),
            "actor/entropy": -log_pi.mean().item(),
            "alpha/value": alpha.item(),
            "alpha/loss": alpha_loss.item(),
        }
        return actor_loss + alpha_loss, info


def load():
    return torch.compile(SACLoss())


def cases():
    yield from build(load, lambda: (randn(6, 5), randn(6, 2)), "base grad nan zero")
    yield from build(load, lambda: (randn(1, 5), randn(1, 2)), "base", tag="single-")


EXPECT = {'topic': 'rl',
 'rewrites': [],
 'breaks': {33: 3, 34: 4, 35: 3, 36: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor']}
