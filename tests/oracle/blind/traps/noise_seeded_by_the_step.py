"""Deterministic exploration: the noise of a step is drawn from a generator that is seeded with the step."""

import torch
from torch import nn

from fxkit import build, randn


class SeededNoise(nn.Module):
    def __init__(self, dim, scale=0.1):
        super().__init__()
        self.dim = dim
        self.scale = scale

    def forward(self, step):
        torch.manual_seed(int(step))
        return self.scale * torch.randn(self.dim)


class Explorer(nn.Module):
    def __init__(self, obs=4, act=3):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(obs, 6), nn.ReLU(), nn.Linear(6, act))
        self.noise = SeededNoise(act)

    @torch.no_grad()
    def forward(self, obs, step):
        mean = torch.tanh(self.actor(obs))
        return (mean + self.noise(step)).clamp(-1, 1)


def load():
    return torch.compile(Explorer())


def cases():
    yield from build(load, lambda: (randn(2, 4), torch.tensor(5)), "base nan")
    yield from build(load, lambda: (randn(2, 4), torch.tensor(6)), "base", tag="next-")

EXPECT = {'topic': 'rl',
 'kind': 'random',
 'rewrites': [],
 'breaks': {16: 3},
 'gb': ['GB0007', 'GB0124'],
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
