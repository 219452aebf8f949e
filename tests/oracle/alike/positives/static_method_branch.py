"""The branch sits in a static method of the policy."""

import torch
from torch import nn

from fxkit import build, randn


class Policy(nn.Module):
    @staticmethod
    def shape(r):
        if r.mean() < 0:
            out = r * 0.1
        else:
            out = r - 0.1
        return out

    def forward(self, reward, value):
        return self.shape(reward) + value * 0.5


def load():
    return torch.compile(Policy())


def cases():
    yield from build(load, lambda: (randn(4), randn(4, seed=1)), "base pos nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {12: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
