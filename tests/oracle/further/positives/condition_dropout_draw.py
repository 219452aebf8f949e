"""One draw per call replaces the condition by the null embedding."""

import torch
from torch import nn

from fxkit import build, randn


class Condition(nn.Module):
    def __init__(self, p):
        super().__init__()
        self.p = p

    def forward(self, emb, null):
        coin = torch.rand(())
        if coin > self.p:
            cond = emb * 1.0 + null * 0.0
        else:
            cond = null + emb * 0.0
        return cond - 0.5


def load():
    return torch.compile(Condition(0.5))


def cases():
    yield from build(load, lambda: (randn(4), randn(4, seed=1)), "base pos nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R40'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
