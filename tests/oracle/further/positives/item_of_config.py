"""A number of the configuration goes through a tensor."""

import torch
from torch import nn

from fxkit import build, randn


class Decay(nn.Module):
    def __init__(self, every):
        super().__init__()
        self.every = every

    def forward(self, x):
        x = x.abs() + 1.0
        every = torch.tensor(self.every).item()
        return (x / every).cumsum(0) - every


def load():
    return torch.compile(Decay(4))


def cases():
    yield from build(load, lambda: (randn(5),), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R21'],
 'breaks': {16: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
