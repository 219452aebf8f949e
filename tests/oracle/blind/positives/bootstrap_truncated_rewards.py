"""On-policy rollouts: where an episode was cut off by the time limit, the value of its last observation is added."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


class ValueNet(nn.Module):
    def __init__(self, obs_dim=4):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(obs_dim, 6), nn.Tanh())
        self.value_net = nn.Linear(6, 1)

    def predict_values(self, obs):
        return self.value_net(self.body(obs)).squeeze(-1)


class RolloutProcessor(nn.Module):
    def __init__(self, gamma=0.99):
        super().__init__()
        self.policy = ValueNet()
        self.gamma = gamma

    @torch.no_grad()
    def forward(self, rewards, dones, truncated, terminal_obs, obs):
        rewards = rewards.clone()
        # Handle timeout by bootstrapping with value function
        timeout = dones & truncated
        terminal_values = self.policy.predict_values(terminal_obs)
        rewards[timeout] += self.gamma * terminal_values[timeout]

        returns = []
        running = self.policy.predict_values(obs)
        for step in reversed(range(rewards.shape[0])):
            running = rewards[step] + self.gamma * running * (~dones[step])
            returns.append(running)
        return rewards, torch.stack(returns[::-1])


def load():
    return torch.compile(RolloutProcessor())


def cases():
    yield from build(
        load,
        lambda: (randn(4, 3), bools(4, 3), bools(4, 3, seed=9), randn(4, 3, 4), randn(3, 4)),
        "base big true false nan",
    )

EXPECT = {'topic': 'rl',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {31: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
