"""Soft actor critic: the temperature enters the actor loss as a number, not as something to train."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


@dataclass
class SACArgs:
    obs_dim: int = 4
    act_dim: int = 2
    target_entropy: float = -2.0


class Actor(nn.Module):
    def __init__(self, args):
        super().__init__()
        self.mean = nn.Linear(args.obs_dim, args.act_dim)
        self.log_std = nn.Parameter(torch.full((args.act_dim,), -0.5))

    def sample(self, obs, eps):
        mean, std = self.mean(obs), self.log_std.exp()
        raw = mean + std * eps
        log_prob = (-0.5 * eps.square() - self.log_std - 2 * (0.6931 - raw - F.softplus(-2 * raw))).sum(-1)
        return raw.tanh(), log_prob


class ActorUpdate(nn.Module):
    def __init__(self, args=SACArgs()):
        super().__init__()
        self.args = args
        self.actor = Actor(args)
        self.qf = nn.Linear(args.obs_dim + args.act_dim, 1)
        self.log_alpha = nn.Parameter(torch.tensor(-1.0))

    def forward(self, obs, eps):
        alpha = self.log_alpha.exp().item()
        action, log_pi = self.actor.sample(obs, eps)
        q = self.qf(torch.cat([obs, action], dim=-1)).squeeze(-1)
        actor_loss = (alpha * log_pi - q).mean()
        alpha_loss = (-self.log_alpha.exp() * (log_pi.detach() + self.args.target_entropy)).mean()
        return actor_loss, alpha_loss


def load():
    return torch.compile(ActorUpdate())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 2)), "base grad zero big nan")

EXPECT = {'rewrites': [],
 'topic': 'rl',
 'kind': 'numbers',
 'breaks': {41: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
