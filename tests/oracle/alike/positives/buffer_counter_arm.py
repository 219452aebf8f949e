"""A counter buffer is advanced in one arm."""

import torch
from torch import nn

from fxkit import build, randn


class Skips(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("bad", torch.zeros((), dtype=torch.int64))

    def forward(self, x):
        y = x * 0.5
        if not torch.isfinite(y).all():
            self.bad += 1
        return y


def load():
    return torch.compile(Skips())


def cases():
    yield from build(load, lambda: (randn(3),), "base nan inf big half f64 grad nan+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R8', 'R9'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
