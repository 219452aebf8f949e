"""Recurrent PPO: advantages are normalised and the policy loss is averaged over valid steps of padded sequences."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


class RecurrentPPO(nn.Module):
    def __init__(self, obs=4, clip_range=0.2, normalize_advantage=True):
        super().__init__()
        self.actor = nn.Linear(obs, 1)
        self.clip_range = clip_range
        self.normalize_advantage = normalize_advantage

    def forward(self, obs, old_log_prob, advantages, mask):
        log_prob = -0.5 * self.actor(obs).squeeze(-1) ** 2
        if self.normalize_advantage:
            advantages = (advantages - advantages[mask].mean()) / (advantages[mask].std() + 1e-8)
        ratio = torch.exp(log_prob - old_log_prob)
        policy_loss_1 = advantages * ratio
        policy_loss_2 = advantages * torch.clamp(ratio, 1 - self.clip_range, 1 + self.clip_range)
        policy_loss = -torch.mean(torch.min(policy_loss_1, policy_loss_2)[mask])
        clip_fraction = torch.mean((torch.abs(ratio - 1) > self.clip_range).float()[mask])
        return policy_loss, clip_fraction


def load():
    return torch.compile(RecurrentPPO())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4), randn(2, 5), randn(2, 5), bools(2, 5, p=0.7)), "base grad true false")

EXPECT = {'topic': 'reinforcement learning',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {19: 4, 23: 4, 24: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
