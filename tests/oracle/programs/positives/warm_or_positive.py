"""A configuration flag or a tensor test selects the affine form."""

import torch
from torch import nn

from fxkit import build, randn


class Whiten(nn.Module):
    def __init__(self, warm: bool):
        super().__init__()
        self.warm = warm
        self.register_buffer("centre", torch.tensor([0.5, -0.5, 0.25]))

    def forward(self, x):
        y = x - self.centre
        if self.warm or y.mean() > 0:
            y = y * 0.5
        else:
            y = y + 1.0
        return y


def load():
    return torch.compile(Whiten(warm=False))


def load_warm():
    return torch.compile(Whiten(warm=True))


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base pos neg nan inf zero f64 grad pos+grad neg+grad nan+grad inf+grad ninf+grad")
    yield from build(load_warm, lambda: (randn(4, 3),), "base neg grad", tag="warm-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R5', 'R1'],
 'breaks': {17: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
