"""A Bernoulli draw keeps the old state."""

import torch
from torch import nn

from fxkit import build, randn


class ZoneOut(nn.Module):
    def __init__(self, keep):
        super().__init__()
        self.register_buffer("keep", torch.tensor(keep))

    def forward(self, new, old):
        coin = torch.bernoulli(self.keep)
        state = (new + old) * 0.5
        if coin > 0:
            state = state + 0.25
        else:
            state = state * 0.5
        return state


def load():
    return torch.compile(ZoneOut(0.6))


def cases():
    yield from build(load, lambda: (randn(4), randn(4, seed=1)), "base nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R40'],
 'breaks': {17: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
