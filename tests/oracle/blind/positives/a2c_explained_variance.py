"""Advantage actor-critic update with generalized advantages and the explained variance of the critic."""

import torch
from torch import nn

from fxkit import bools, build, randn


def compute_gae(rewards, values, last_value, dones, gamma: float, lam: float):
    """rewards, values, dones: [T, B]"""
    steps = rewards.shape[0]
    advantages = []
    gae = torch.zeros_like(last_value)
    not_done = 1.0 - dones.to(rewards.dtype)
    for t in reversed(range(steps)):
        next_value = last_value if t == steps - 1 else values[t + 1]
        delta = rewards[t] + gamma * next_value * not_done[t] - values[t]
        gae = delta + gamma * lam * not_done[t] * gae
        advantages.append(gae)
    advantages = torch.stack(advantages[::-1])
    return advantages, advantages + values


def explained_variance(y_pred: torch.Tensor, y_true: torch.Tensor) -> torch.Tensor:
    """Fraction of variance that ``y_pred`` explains about ``y_true``.

    ev=0  =>  might as well have predicted zero
    ev=1  =>  perfect prediction
    ev<0  =>  worse than just predicting zero
    """
    var_y = y_true.var(unbiased=False)
    if var_y == 0:
        return torch.full_like(var_y, float("nan"))
    return 1 - (y_true - y_pred).var(unbiased=False) / var_y


class A2CLoss(nn.Module):
    def __init__(self, obs_dim=4, gamma=0.99, lam=0.95, vf_coef=0.5):
        super().__init__()
        self.critic = nn.Sequential(nn.Linear(obs_dim, 8), nn.Tanh(), nn.Linear(8, 1))
        self.gamma, self.lam, self.vf_coef = gamma, lam, vf_coef

    def forward(self, obs, log_prob, rewards, dones):
        values = self.critic(obs).squeeze(-1)
        with torch.no_grad():
            last_value = torch.zeros_like(values[-1])
            advantages, returns = compute_gae(rewards, values, last_value, dones, self.gamma, self.lam)
            ev = explained_variance(values.flatten(), returns.flatten())
        policy_loss = -(advantages * log_prob).mean()
        value_loss = nn.functional.mse_loss(values, returns)
        return policy_loss + self.vf_coef * value_loss, {"explained_variance": ev, "value_loss": value_loss.detach()}


def make(**kw):
    return torch.compile(A2CLoss(**kw))


def _rollout(t, b):
    return randn(t, b, 4), -randn(t, b, seed=1).abs(), randn(t, b, seed=2), bools(t, b, p=0.2)


def _flat():
    obs, logp, rewards, dones = _rollout(3, 2)
    return torch.zeros_like(obs), logp, torch.ones_like(rewards), torch.ones_like(dones)


def cases():
    yield from build(make, lambda: _rollout(4, 3), "base nan inf big")
    yield from build(make, _flat, "base", tag="constant-")
    yield from build(make, lambda: _rollout(1, 1), "base grad", tag="one-")

EXPECT = {'topic': 'actor-critic',
 'rewrites': [],
 'breaks': {32: 7},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor']}
