"""The moving average is replaced only by a better statistic."""

import torch
from torch import nn

from fxkit import build, randn


class BestTracker(nn.Module):
    def __init__(self):
        super().__init__()
        self.best = torch.full((), 3.0)
        self.decay = 0.5

    def forward(self, x):
        score = x.detach().abs().mean()
        if score < self.best:
            self.best = self.best * self.decay + score * (1.0 - self.decay)
        else:
            self.best = self.best + 0.125
        return x - self.best


def load():
    return torch.compile(BestTracker())


def cases():
    yield from build(load, lambda: (randn(4, 2),), "base big small nan inf grad big+grad inf+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R8'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
