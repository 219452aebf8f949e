"""Soft actor critic: losses of actor and temperature with an info dictionary."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn

LOG_STD_MIN, LOG_STD_MAX = -5.0, 2.0


class SquashedGaussianActor(nn.Module):
    def __init__(self, obs_dim, act_dim):
        super().__init__()
        self.trunk = nn.Linear(obs_dim, 6)
        self.mu = nn.Linear(6, act_dim)
        self.log_std = nn.Linear(6, act_dim)

    def forward(self, obs, noise):
        h = F.relu(self.trunk(obs))
        mu, log_std = self.mu(h), self.log_std(h).clamp(LOG_STD_MIN, LOG_STD_MAX)
        pre = mu + noise * log_std.exp()
        logp = (-0.5 * noise**2 - log_std - 0.5 * math.log(2 * math.pi)).sum(-1)
        logp = logp - (2 * (math.log(2) - pre - F.softplus(-2 * pre))).sum(-1)
        return torch.tanh(pre), logp


class SACLearner(nn.Module):
    def __init__(self, obs_dim=4, act_dim=2):
        super().__init__()
        self.actor = SquashedGaussianActor(obs_dim, act_dim)
        self.q1 = nn.Linear(obs_dim + act_dim, 1)
        self.q2 = nn.Linear(obs_dim + act_dim, 1)
        self.log_alpha = nn.Parameter(torch.tensor(-1.0))
        self.target_entropy = -float(act_dim)

    @property
    def alpha(self):
        return self.log_alpha.exp()

    def forward(self, obs, noise):
        action, logp = self.actor(obs, noise)
        sa = torch.cat([obs, action], dim=-1)
        q = torch.min(self.q1(sa), self.q2(sa)).squeeze(-1)
        actor_loss = (self.alpha.detach() * logp - q).mean()
        alpha_loss = -(self.log_alpha * (logp + self.target_entropy).detach()).mean()
        info = {"actor_loss": float(actor_loss.detach()), "alpha": float(self.alpha.detach())}
        if logp.dim() == 1:
            info["entropy"] = float(-logp.detach().mean())
        return actor_loss + alpha_loss, info


def load():
    return torch.compile(SACLearner())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 2)), "base grad nan")


EXPECT = {'topic': 'rl',
 'kind': 'update_info_floats',
 'rewrites': [],
 'breaks': {49: 3, 51: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['number-tensor']}
