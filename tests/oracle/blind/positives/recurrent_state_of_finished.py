"""A vectorised rollout: where an episode is over, the state starts again and returns are put away."""

import torch
import torch.nn as nn

from fxkit import bools, build, randn


class RolloutStep(nn.Module):
    def __init__(self, envs=4, obs=3, hidden=5):
        super().__init__()
        self.cell = nn.GRUCell(obs, hidden)
        self.register_buffer("hidden", torch.zeros(envs, hidden))
        self.register_buffer("returns", torch.zeros(envs))
        self.register_buffer("last_returns", torch.zeros(envs))

    @torch.no_grad()
    def forward(self, obs, reward, done, init_obs):
        self.returns += reward
        self.last_returns[done] = self.returns[done]
        self.returns[done] = 0.0
        self.hidden[done] = 0.0
        obs = obs.clone()
        obs[done] = init_obs[done]
        self.hidden = self.cell(obs, self.hidden)
        return self.hidden.mean(dim=-1)


def load():
    return torch.compile(RolloutStep())


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4), bools(4), randn(4, 3, seed=1)), "base nan true false")

EXPECT = {'topic': 'reinforcement learning',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {20: 1, 24: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
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
