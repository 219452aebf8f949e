"""PPO reports how much of the variance of the returns its value function explains."""

import numpy as np
import torch
import torch.nn as nn

from fxkit import build, randn


def layer_init(layer, std=np.sqrt(2), bias_const=0.0):
    torch.nn.init.orthogonal_(layer.weight, std)
    torch.nn.init.constant_(layer.bias, bias_const)
    return layer


class Agent(nn.Module):
    def __init__(self, obs_dim=4):
        super().__init__()
        self.critic = nn.Sequential(
            layer_init(nn.Linear(obs_dim, 8)), nn.Tanh(), layer_init(nn.Linear(8, 1), std=1.0)
        )

    def get_value(self, x):
        return self.critic(x)


class ValueUpdate(nn.Module):
    def __init__(self, clip_coef=0.2, clip_vloss=True):
        super().__init__()
        self.agent = Agent()
        self.clip_coef = clip_coef
        self.clip_vloss = clip_vloss

    def forward(self, b_obs, b_values, b_returns):
        newvalue = self.agent.get_value(b_obs).view(-1)
        v_loss_unclipped = (newvalue - b_returns) ** 2
        if self.clip_vloss:
            v_clipped = b_values + torch.clamp(newvalue - b_values, -self.clip_coef, self.clip_coef)
            v_loss = 0.5 * torch.max(v_loss_unclipped, (v_clipped - b_returns) ** 2).mean()
        else:
            v_loss = 0.5 * v_loss_unclipped.mean()

        y_pred, y_true = b_values.detach().cpu().numpy(), b_returns.detach().cpu().numpy()
        var_y = np.var(y_true)
        explained_var = np.nan if var_y == 0 else 1 - np.var(y_true - y_pred) / var_y
        return v_loss, float(explained_var)


def load():
    return torch.compile(ValueUpdate())


def cases():
    yield from build(load, lambda: (randn(6, 4), randn(6), randn(6, seed=1)), "base grad nan")
    yield from build(load, lambda: (randn(6, 4), randn(6), torch.zeros(6)), "base", tag="constant-")
    yield from build(load, lambda: (randn(1, 4), randn(1), randn(1, seed=1)), "base", tag="one-")

EXPECT = {'topic': 'rl',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {45: 3, 46: 1},
 'gb': ['GB0033', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
