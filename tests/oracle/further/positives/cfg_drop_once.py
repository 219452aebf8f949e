"""One draw decides whether the condition is dropped."""

import torch
from torch import nn

from fxkit import build, randn


class Guidance(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def forward(self, x, cond):
        cond = cond + 0.5
        if torch.rand(()) < self.rate:
            cond = cond * 0.0
        return x + cond


def load():
    return torch.compile(Guidance(0.5))


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R40'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
