"""The first batch initialises the running mean."""

import torch
from torch import nn

from fxkit import build, randn


class RunningMean(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(3))
        self.register_buffer("seen", torch.zeros((), dtype=torch.long))

    @torch.no_grad()
    def forward(self, x):
        cur = x.mean(0)
        if self.seen == 0:
            ref = cur * 1.0
        else:
            ref = self.mean * 0.75 + cur * 0.25
        self.mean.copy_(ref)
        self.seen.add_(1)
        return x - ref


def load():
    return torch.compile(RunningMean())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base big small neg nan inf zero")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
