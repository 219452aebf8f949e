"""A module prints on every second step of its own counter."""

import torch
from torch import nn

from fxkit import build, randn


class Ema(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0
        self.register_buffer("mean", torch.zeros(3))

    @torch.no_grad()
    def forward(self, x):
        self.calls += 1
        self.mean.mul_(0.5).add_(x, alpha=0.5)
        if self.calls % 2 == 0:
            print(f"call {self.calls}: {self.mean.sum():.3f}")
        return self.mean * 2.0


def load():
    return torch.compile(Ema())


def cases():
    yield from build(load, lambda: (randn(3),), "base nan inf zero big")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R36', 'R8'],
 'breaks': {20: 1},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
