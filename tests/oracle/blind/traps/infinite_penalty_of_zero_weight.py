"""The barrier of a constrained policy is only added while its weight is positive; it may be infinite else."""

import torch
from torch import nn

from fxkit import build, randn


class ConstrainedPolicy(nn.Module):
    def __init__(self, obs_dim=4, limit=1.0):
        super().__init__()
        self.actor = nn.Linear(obs_dim, 1)
        self.limit = limit

    def log_barrier(self, cost):
        slack = (self.limit - cost).clamp(min=0)
        return -torch.log(slack)

    def forward(self, obs, returns, cost, weight):
        action = self.actor(obs).squeeze(-1)
        loss = -(action * returns).mean()
        penalty = self.log_barrier(cost.mean())
        if weight > 0:
            loss = loss + weight * penalty
        return loss, penalty.detach()


def load():
    return torch.compile(ConstrainedPolicy())


def inputs(weight, cost):
    return lambda: (randn(3, 4), randn(3), torch.full((3,), cost), torch.tensor(weight))


def cases():
    yield from build(load, inputs(0.5, 0.3), "base")
    yield from build(load, inputs(0.0, 0.3), "base", tag="off-")
    yield from build(load, inputs(0.0, 2.0), "base", tag="violated-off-")
    yield from build(load, inputs(0.5, 2.0), "base", tag="violated-")
    yield from build(load, inputs(-0.5, 0.3), "base", tag="negative-")

EXPECT = {'topic': 'rl',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['infinity times zero'],
 'breaks': {23: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
