"""Critic loss with importance weights over the steps in front of the end of each episode."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, bools, rand, randn


class WeightedCritic(nn.Module):
    def __init__(self, obs_dim=4, delta=1.0):
        super().__init__()
        self.v = nn.Sequential(nn.Linear(obs_dim, 6), nn.Tanh(), nn.Linear(6, 1))
        self.delta = delta

    def value_loss(self, values, returns, weights, valid):
        v, r, w = values[valid], returns[valid], weights[valid]
        huber = F.huber_loss(v, r, reduction="none", delta=self.delta)
        return (w * huber).sum() / w.sum().clamp(min=1e-8)

    def forward(self, obs, returns, weights, valid=None):
        values = self.v(obs).squeeze(-1)
        if valid is None:
            valid = torch.ones_like(returns, dtype=torch.bool)
        return self.value_loss(values, returns, weights, valid), values


def load():
    return torch.compile(WeightedCritic())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4), randn(2, 5), rand(2, 5), bools(2, 5, seed=3)), "base grad false true big")
    yield from build(load, lambda: (randn(2, 5, 4), randn(2, 5), rand(2, 5)), "base grad", tag="unmasked-")
    yield from build(load, lambda: (randn(1, 3, 4), torch.tensor([[1.0, float("nan"), 2.0]]), rand(1, 3), torch.tensor([[True, False, True]])), "base grad", tag="nan-")

EXPECT = {'topic': 'RL',
 'kind': 'boolean masks',
 'rewrites': [],
 'breaks': {-1: 14, 17: 8},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
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
