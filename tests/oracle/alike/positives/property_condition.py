"""The condition is a property of the module."""

import torch
from torch import nn

from fxkit import build, randn


class Policy(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("kl", torch.tensor([0.5, 0.25]))

    @property
    def diverged(self):
        return (self.kl > 0.4).any()

    def forward(self, ratio):
        out = ratio - 1.0
        if self.diverged:
            out = out.clamp(-0.2, 0.2) + 1.0
        self.kl.mul_(0.5)
        return out


def load():
    return torch.compile(Policy())


def cases():
    yield from build(load, lambda: (randn(4),), "base nan inf half f64")

EXPECT = {'topic': 'rl',
 'rewrites': ['R2'],
 'breaks': {20: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
