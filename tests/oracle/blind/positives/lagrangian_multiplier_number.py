"""Safe RL by PPO with a Lagrangian: the multiplier of the cost is a number that grows while the limit is exceeded."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


class Lagrange:
    def __init__(self, cost_limit=0.5, lagrangian_multiplier_init=0.1, lambda_lr=0.035, upper=2.0):
        self.cost_limit = cost_limit
        self.lambda_lr = lambda_lr
        self.upper = upper
        self.lagrangian_multiplier = lagrangian_multiplier_init

    def update_lagrange_multiplier(self, Jc):
        """Gradient ascent on the multiplier, projected onto [0, upper]."""
        self.lagrangian_multiplier += self.lambda_lr * (Jc - self.cost_limit)
        self.lagrangian_multiplier = min(max(self.lagrangian_multiplier, 0.0), self.upper)


class PPOLag(nn.Module):
    def __init__(self, obs_dim=4, act_dim=2, clip=0.2):
        super().__init__()
        self.pi = nn.Linear(obs_dim, act_dim)
        self.clip = clip
        self._lagrange = Lagrange()

    def _compute_adv_surrogate(self, adv_r, adv_c):
        penalty = self._lagrange.lagrangian_multiplier
        return (adv_r - penalty * adv_c) / (1 + penalty)

    def forward(self, obs, act, logp_old, adv_r, adv_c, ep_cost):
        Jc = ep_cost.mean().item()
        self._lagrange.update_lagrange_multiplier(Jc)
        adv = self._compute_adv_surrogate(adv_r, adv_c)
        logp = -0.5 * (act - self.pi(obs)).square().sum(dim=-1)
        ratio = torch.exp(logp - logp_old)
        clipped = torch.clamp(ratio, 1 - self.clip, 1 + self.clip)
        return -torch.min(ratio * adv, clipped * adv).mean()


def load():
    return torch.compile(PPOLag())


def batch(cost=1.0):
    return randn(5, 4), randn(5, 2), -randn(5).abs(), randn(5, seed=1), randn(5, seed=2), cost * rand(3)


def cases():
    yield from build(load, batch, "base grad nan")
    yield from build(load, lambda: batch(400.0), "base", tag="unsafe-")
    yield from build(load, lambda: batch(0.0), "base zero", tag="harmless-")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {34: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
