"""One layer, called in both arms of a conditional expression."""

import torch
from torch import nn

from fxkit import build, randn


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.value = nn.Linear(4, 2)

    def forward(self, obs, goal):
        v = self.value(obs) if obs.mean() > goal.mean() else self.value(goal)
        return v - 1.0


def load():
    return torch.compile(Critic())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=9)), "base pos neg nan inf zero grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R11'],
 'breaks': {15: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
