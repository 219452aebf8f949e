"""Both arms change a buffer in place by different methods."""

import torch
from torch import nn

from fxkit import build, randn


class Margin(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("margin", torch.ones(2))

    @torch.no_grad()
    def forward(self, near, far):
        gap = near - far
        if gap.mean() > 0:
            self.margin.mul_(0.5)
        else:
            self.margin.add_(0.25)
        return gap - self.margin


def load():
    return torch.compile(Margin())


def cases():
    yield from build(load, lambda: (randn(3, 2), randn(3, 2, seed=1)), "base pos neg big nan inf zero f64")

EXPECT = {'topic': 'loss',
 'rewrites': ['R8', 'R9'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
