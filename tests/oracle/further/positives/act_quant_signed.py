"""Signed or unsigned codes, straight-through gradient."""

import torch
from torch import nn

from fxkit import build, randn


class ActQuant(nn.Module):
    def __init__(self, bits=4):
        super().__init__()
        self.top = 2**bits - 1
        self.half = 2 ** (bits - 1)

    def forward(self, act):
        frozen = act.detach()
        if frozen.amin() < 0.0:
            codes = torch.clamp(torch.round(frozen * self.half), -self.half, self.half - 1)
        else:
            codes = torch.clamp(torch.round(frozen * self.top), 0, self.top)
        return act + (codes / self.top - frozen)


def load():
    return torch.compile(ActQuant())


def cases():
    yield from build(load, lambda: (randn(2, 6),), "base pos neg small nan inf ninf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R1'],
 'breaks': {17: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
