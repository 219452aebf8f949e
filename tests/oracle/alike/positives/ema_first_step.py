"""A buffer is copied on the first step and blended on the later ones."""

import torch
from torch import nn

from fxkit import build, randn


class Ema(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("avg", torch.zeros(3))
        self.register_buffer("steps", torch.zeros((), dtype=torch.int64))

    @torch.no_grad()
    def forward(self, x):
        m = x.mean(0)
        if self.steps == 0:
            self.avg.copy_(m)
        else:
            self.avg.mul_(0.5).add_(m, alpha=0.5)
        self.steps.add_(1)
        return x - self.avg


def load():
    return torch.compile(Ema())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base pos nan inf zero")

EXPECT = {'topic': 'norm',
 'rewrites': ['R8', 'R9'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
