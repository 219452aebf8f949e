"""TD3+BC: the value term of the actor is divided by the mean absolute value, the terms are reported."""

from typing import Dict, Tuple

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class Actor(nn.Module):
    def __init__(self, state_dim: int, action_dim: int, max_action: float):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(state_dim, 8), nn.ReLU(), nn.Linear(8, action_dim), nn.Tanh())
        self.max_action = max_action

    def forward(self, state: torch.Tensor) -> torch.Tensor:
        return self.max_action * self.net(state)


class Critic(nn.Module):
    def __init__(self, state_dim: int, action_dim: int):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(state_dim + action_dim, 8), nn.ReLU(), nn.Linear(8, 1))

    def forward(self, state: torch.Tensor, action: torch.Tensor) -> torch.Tensor:
        return self.net(torch.cat([state, action], 1))


class TD3_BC(nn.Module):
    def __init__(self, state_dim: int = 4, action_dim: int = 2, alpha: float = 2.5):
        super().__init__()
        self.actor = Actor(state_dim, action_dim, 1.0)
        self.critic_1 = Critic(state_dim, action_dim)
        self.alpha = alpha

    def actor_loss(self, state: torch.Tensor, action: torch.Tensor) -> Tuple[torch.Tensor, Dict[str, float]]:
        pi = self.actor(state)
        q = self.critic_1(state, pi)
        lmbda = self.alpha / q.abs().mean().item()
        bc = F.mse_loss(pi, action)
        loss = -lmbda * q.mean() + bc
        log_dict = {"actor_loss": loss.item(), "bc_loss": bc.item(), "lambda": lmbda}
        return loss, log_dict


def load():
    return torch.compile(TD3_BC().actor_loss)


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 2)), "base grad zero nan")

EXPECT = {'topic': 'rl',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {41: 2, 44: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['fresh-result', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
