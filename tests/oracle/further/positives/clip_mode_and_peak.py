"""A mode string guards the tensor test."""

import torch
from torch import nn

from fxkit import build, randn


class Limiter(nn.Module):
    def __init__(self, mode):
        super().__init__()
        self.mode = mode

    def forward(self, wave, gain):
        y = wave + gain
        if self.mode == "duck" and y.abs().amax() > 1.0:
            y = y * 0.5
        return y


def load(mode="duck"):
    return torch.compile(Limiter(mode))


def cases():
    yield from build(load, lambda: (randn(2, 4), 0.25), "base small big nan inf half f64 grad small+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from build(lambda: load("off"), lambda: (randn(2, 4), 0.25), "base big grad", tag="off-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R5', 'R2'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
