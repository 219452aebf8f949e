"""A registered buffer takes part in the test and in the arm."""

import torch
from torch import nn

from fxkit import build, randn


class Centre(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.full((3,), 0.25))

    def forward(self, x):
        y = x - self.mean
        if y.mean().abs() > self.mean.sum():
            y = y * 0.5 + self.mean
        return y + 2.0


def load():
    return torch.compile(Centre().eval())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base big small nan inf zero big+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
