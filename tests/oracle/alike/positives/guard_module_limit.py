"""The message of the guard shows a setting of the module."""

import torch
from torch import nn

from fxkit import build, randn


class Capacity(nn.Module):
    def __init__(self, limit):
        super().__init__()
        self.limit = limit

    def forward(self, gates, load):
        out = gates * 0.5
        if (load > self.limit).any():
            raise RuntimeError(f"more than {self.limit} tokens for an expert")
        return out + load


def make(limit):
    return torch.compile(Capacity(limit))


def cases():
    yield from build(lambda: make(3), lambda: (randn(3), torch.tensor([1, 3, 2])), "base nan inf half f64 grad")
    yield from build(lambda: make(3), lambda: (randn(3), torch.tensor([1, 4, 2])), "base grad", tag="over-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R18'],
 'breaks': {16: 4, 17: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
