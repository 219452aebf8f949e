"""The baseline is added or removed by the sign of the batch reward."""

import torch
from torch import nn

from fxkit import build, randn


class Baseline(nn.Module):
    def __init__(self, coef: float = 0.1):
        super().__init__()
        self.coef = coef

    def forward(self, rewards, values):
        delta = rewards - values
        if 0 >= rewards.detach().sum():
            adv = delta + self.coef
        else:
            adv = delta - self.coef
        return adv.clamp(min=-5.0, max=5.0)


def make_agent():
    return torch.compile(Baseline())


def cases():
    yield from build(make_agent, lambda: (randn(6), randn(6, seed=4)), "base pos neg nan inf zero half neg+grad pos+grad inf+grad")

EXPECT = {'topic': 'rl',
 'rewrites': ['R1'],
 'breaks': {16: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
