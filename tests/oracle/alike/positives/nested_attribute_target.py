"""The target is an attribute of an attribute."""

import torch
from torch import nn

from fxkit import build, randn


class Region:
    def __init__(self):
        self.radius = torch.ones(2)
        self.hits = 3


class Trust(nn.Module):
    def __init__(self):
        super().__init__()
        self.opt = Region()

    @torch.no_grad()
    def forward(self, gain, cost):
        ratio = (gain - cost).sum()
        if ratio < -0.5:
            self.opt.radius = self.opt.radius * 0.25
        elif ratio > 0.5:
            self.opt.radius = self.opt.radius * 2.0
        return gain * self.opt.radius


def load():
    return torch.compile(Trust())


def cases():
    yield from build(load, lambda: (randn(2), randn(2, seed=3)), "pos neg nan inf")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R8'],
 'breaks': {23: 1, 25: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
