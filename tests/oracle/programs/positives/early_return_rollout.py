"""An aborted rollout returns early with two tensors."""

import torch
from torch import nn

from fxkit import build, rand, randn


class Rollout(nn.Module):
    def __init__(self, gamma=0.9):
        super().__init__()
        self.gamma = gamma

    def forward(self, reward, value, alive):
        ret = reward + self.gamma * value
        if alive.min() <= 0:
            return reward - value, ret
        ret = ret.clamp(-1.0, 1.0)
        adv = ret - value
        return adv, ret


def load():
    return torch.compile(Rollout())


def cases():
    yield from build(load, lambda: (randn(4), randn(4, seed=1), rand(4) + 0.1), "base nan half grad inf+grad")
    yield from build(load, lambda: (randn(4), randn(4, seed=1), rand(4) - 0.5), "base half grad", tag="dead-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R6', 'R10'],
 'breaks': {16: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
