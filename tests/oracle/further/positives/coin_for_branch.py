"""A Bernoulli draw of one element decides which state is used."""

import torch
from torch import nn

from fxkit import build, randn


class Zoneout(nn.Module):
    def __init__(self, rate):
        super().__init__()
        self.rate = rate

    def forward(self, h, candidate):
        coin = torch.bernoulli(torch.full((1,), self.rate))
        if coin > 0:
            kept = h * 1.0
        else:
            kept = candidate + 0.5
        return kept.sum(-1)


def load():
    return torch.compile(Zoneout(0.5))


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R40'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
