"""Soft actor-critic losses; the learner keeps the numbers of the last updates in lists."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, randn


def mlp(n_in: int, n_out: int, hidden: int = 8) -> nn.Sequential:
    return nn.Sequential(nn.Linear(n_in, hidden), nn.ReLU(), nn.Linear(hidden, n_out))


class SACLearner(nn.Module):
    def __init__(self, obs_dim=4, act_dim=2, gamma=0.99, target_entropy=-2.0):
        super().__init__()
        self.actor = mlp(obs_dim, 2 * act_dim)
        self.critic = nn.ModuleList([mlp(obs_dim + act_dim, 1) for _ in range(2)])
        self.log_ent_coef = nn.Parameter(torch.zeros(1))
        self.gamma, self.target_entropy = gamma, target_entropy
        self.ent_coefs, self.actor_losses, self.critic_losses = [], [], []

    def action_log_prob(self, obs, eps):
        mean, log_std = self.actor(obs).chunk(2, dim=-1)
        log_std = log_std.clamp(-5, 2)
        u = mean + log_std.exp() * eps
        logp = (-0.5 * eps.pow(2) - log_std).sum(-1, keepdim=True)
        logp = logp - (2 * (0.6931 - u - F.softplus(-2 * u))).sum(-1, keepdim=True)
        return torch.tanh(u), logp

    def q(self, obs, act):
        x = torch.cat([obs, act], dim=-1)
        return torch.cat([c(x) for c in self.critic], dim=-1)

    def forward(self, obs, act, reward, next_obs, done, eps):
        ent_coef = self.log_ent_coef.detach().exp()
        self.ent_coefs.append(ent_coef.item())

        actions_pi, log_prob = self.action_log_prob(obs, eps)
        ent_coef_loss = -(self.log_ent_coef * (log_prob + self.target_entropy).detach()).mean()

        with torch.no_grad():
            next_actions, next_log_prob = self.action_log_prob(next_obs, eps)
            next_q = self.q(next_obs, next_actions).min(dim=1, keepdim=True).values - ent_coef * next_log_prob
            target_q = reward + (1 - done.float()) * self.gamma * next_q

        critic_loss = 0.5 * (self.q(obs, act) - target_q).pow(2).mean()
        self.critic_losses.append(critic_loss.item())

        min_qf_pi = self.q(obs, actions_pi).min(dim=1, keepdim=True).values
        actor_loss = (ent_coef * log_prob - min_qf_pi).mean()
        self.actor_losses.append(actor_loss.item())
        return actor_loss, critic_loss, ent_coef_loss


def make():
    return torch.compile(SACLearner())


def _batch(n):
    return randn(n, 4), randn(n, 2).tanh(), randn(n, 1), randn(n, 4, seed=1), bools(n, 1, p=0.3), randn(n, 2, seed=8)


def cases():
    yield from build(make, lambda: _batch(3), "base nan grad")
    yield from build(make, lambda: _batch(1), "base", tag="one-")

EXPECT = {'topic': 'soft actor-critic',
 'rewrites': [],
 'breaks': {37: 3, 48: 24, 52: 24},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['number-tensor', 'fresh-result']}
