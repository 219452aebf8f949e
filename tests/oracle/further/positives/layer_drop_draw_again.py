"""A draw of the shape (1,) decides whether the update counts."""

import torch
from torch import nn

from fxkit import build, randn


class DropUpdate(nn.Module):
    def __init__(self, keep):
        super().__init__()
        self.keep = keep

    def forward(self, x, update):
        h = x + update * 0.0
        if torch.rand(1) < self.keep:
            h = h + update
        return h * 2.0


def load():
    return torch.compile(DropUpdate(0.5))


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R40'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
