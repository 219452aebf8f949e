"""Soft actor-critic losses with the automatic temperature."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class SACLosses(nn.Module):
    def __init__(self, target_entropy=-2.0, gamma=0.99):
        super().__init__()
        self.log_alpha = nn.Parameter(torch.tensor(-0.7))
        self.target_entropy = target_entropy
        self.gamma = gamma

    @property
    def alpha(self):
        return self.log_alpha.exp().item()

    def critic_target(self, reward, done, next_q, next_logp):
        next_v = next_q - self.alpha * next_logp
        return (reward + self.gamma * (1 - done) * next_v).detach()

    def forward(self, q, reward, done, next_q, next_logp, logp):
        target = self.critic_target(reward, done, next_q, next_logp)
        critic_loss = F.mse_loss(q, target)
        actor_loss = (self.alpha * logp - q.detach()).mean()
        alpha_loss = -(self.log_alpha * (logp + self.target_entropy).detach()).mean()
        return critic_loss, actor_loss, alpha_loss, {"alpha": self.alpha}


def make_losses():
    return torch.compile(SACLosses())


def args(seed=0):
    r = [randn(5, seed=seed + i) for i in range(6)]
    r[2] = (r[2] > 0).float()
    return tuple(r)


def cases():
    yield from build(make_losses, args, "base grad nan inf")
    yield from build(make_losses, lambda: args(20), "base", tag="other-")

EXPECT = {'topic': 'rl',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0124'],
 'skips': 2,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['number-tensor', 'grad-close', 'close']}
