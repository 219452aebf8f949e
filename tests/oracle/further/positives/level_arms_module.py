"""The step size of a quantiser is one of two attributes."""

import torch
from torch import nn

from fxkit import build, randn


class FakeQuant(nn.Module):
    def __init__(self, fine, coarse):
        super().__init__()
        self.fine = fine
        self.coarse = coarse

    def forward(self, w):
        peak = w.detach().abs().amax()
        if peak > 1.5:
            q = w / self.coarse
        else:
            q = w / self.fine
        return torch.round(q) * 0.25


def load():
    return torch.compile(FakeQuant(0.125, 0.5).eval())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base pos neg small big nan inf zero negzero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R1'],
 'breaks': {17: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
