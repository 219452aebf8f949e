"""Losses of a latent world model over a horizon; every part goes to the caller as a number."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class WorldModel(nn.Module):
    def __init__(self, obs=4, act=2, latent=6, rho=0.5):
        super().__init__()
        self.encoder = nn.Linear(obs, latent)
        self.dynamics = nn.Linear(latent + act, latent)
        self.reward = nn.Linear(latent + act, 1)
        self.rho = rho

    def forward(self, obs, actions, rewards):
        horizon = actions.shape[0]
        z = torch.tanh(self.encoder(obs[0]))
        consistency_loss, reward_loss = 0.0, 0.0
        info = {}
        for t in range(horizon):
            za = torch.cat([z, actions[t]], dim=-1)
            reward_pred = self.reward(za).squeeze(-1)
            z = torch.tanh(self.dynamics(za))
            with torch.no_grad():
                next_z = torch.tanh(self.encoder(obs[t + 1]))
            step_loss = F.mse_loss(z, next_z)
            consistency_loss = consistency_loss + self.rho**t * step_loss
            reward_loss = reward_loss + self.rho**t * F.mse_loss(reward_pred, rewards[t])
            info[f"consistency_step_{t}"] = step_loss.item()
        total = 20.0 * consistency_loss + 0.5 * reward_loss
        info.update(
            {
                "consistency_loss": consistency_loss.item(),
                "reward_loss": reward_loss.item(),
                "total_loss": total.item(),
                "latent_norm": z.norm(dim=-1).mean().item(),
            }
        )
        return total, info


def load():
    return torch.compile(WorldModel())


def cases():
    yield from build(load, lambda: (randn(3, 2, 4), randn(2, 2, 2), randn(2, 2)), "base grad nan big")

EXPECT = {'topic': 'reinforcement learning',
 'kind': 'item',
 'rewrites': [],
 'breaks': {32: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
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
