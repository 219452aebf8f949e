"""Exploration noise is drawn only while the temperature is above its floor."""

import torch
import torch.nn as nn

from fxkit import build, randn


class NoisyActor(nn.Module):
    def __init__(self, obs=4, act=2):
        super().__init__()
        self.net = nn.Linear(obs, act)

    @torch.no_grad()
    def forward(self, obs, temperature):
        action = torch.tanh(self.net(obs))
        if temperature > 0.1:
            action = action + temperature * torch.randn_like(action)
        jitter = torch.rand(action.shape[0], 1)
        return action.clamp(-1, 1), jitter


def load():
    return torch.compile(NoisyActor())


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.tensor(0.5)), "base")
    yield from build(load, lambda: (randn(2, 4), torch.tensor(0.0)), "base", tag="cold-")

EXPECT = {'topic': 'reinforcement learning',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['random numbers'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['result', 'rng'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
