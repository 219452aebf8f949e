"""Advantages of padded episodes are normalised over the real steps only."""

import torch
from torch import nn

from fxkit import build, randn


def discounted_advantages(rewards, values, gamma=0.9, lam=0.8):
    """Generalised advantage estimation along the last dimension."""
    steps = rewards.shape[1]
    last, out = torch.zeros_like(rewards[:, 0]), []
    for t in reversed(range(steps)):
        following = values[:, t + 1] if t + 1 < steps else torch.zeros_like(last)
        delta = rewards[:, t] + gamma * following - values[:, t]
        last = delta + gamma * lam * last
        out.append(last)
    return torch.stack(out[::-1], dim=1)


class ActorLoss(nn.Module):
    def __init__(self, obs=3, actions=4, eps=1e-8):
        super().__init__()
        self.pi = nn.Linear(obs, actions)
        self.eps = eps

    def forward(self, obs, rewards, values, lengths):
        valid = torch.arange(rewards.shape[1]) < lengths[:, None]
        adv = discounted_advantages(rewards, values)
        steps = adv[valid]
        adv = (adv - steps.mean()) / (steps.std() + self.eps)
        logp = self.pi(obs).log_softmax(dim=-1)[..., 0]
        return -(adv.detach() * logp * valid).sum() / lengths.sum(), adv


def load():
    return torch.compile(ActorLoss())


def cases():
    yield from build(load, lambda: (randn(3, 4, 3), randn(3, 4), randn(3, 4, seed=2), torch.tensor([4, 2, 3])), "base grad zero")
    yield from build(load, lambda: (randn(2, 4, 3), randn(2, 4), randn(2, 4, seed=2), torch.tensor([4, 4])), "base", tag="full-")

EXPECT = {'rewrites': [],
 'topic': 'rl',
 'kind': 'mask',
 'breaks': {30: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
