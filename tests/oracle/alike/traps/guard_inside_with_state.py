"""The state is counted before the guard fires."""

import torch
from torch import nn

from fxkit import build, randn


class Meter(nn.Module):
    def __init__(self):
        super().__init__()
        self.seen = 0

    def forward(self, x):
        self.seen += 1
        if torch.isnan(x).any():
            raise ValueError("nan")
        self.seen += x.numel()
        return x * 2.0


def load():
    return torch.compile(Meter())


def cases():
    yield from build(load, lambda: (randn(3),), "base nan")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R18', 'O3'],
 'breaks': {16: 2, 17: 1},
 'gb': ['GB0088', 'GB0170'],
 'naive_differs_in': ['value'],
 'unsafe': []}
