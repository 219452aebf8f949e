"""A tensor attribute is rebound in the only arm."""

import torch
from torch import nn

from fxkit import build, randn


class Baseline(nn.Module):
    def __init__(self):
        super().__init__()
        self.level = torch.zeros(())

    def forward(self, reward):
        now = reward.detach().mean()
        if now > self.level:
            self.level = self.level + 0.5 * (now - self.level)
        return reward - self.level


def load():
    return torch.compile(Baseline())


def cases():
    yield from build(load, lambda: (randn(5),), "base pos neg big nan inf zero grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R8'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
