"""A weight observer picks symmetric or affine parameters and stores them."""

import torch
from torch import nn

from fxkit import build, randn


class WeightObserver(nn.Module):
    def __init__(self, bits=8):
        super().__init__()
        self.levels = 2 ** bits - 1
        self.register_buffer("scale", torch.ones(()))
        self.register_buffer("offset", torch.zeros(()))

    @torch.no_grad()
    def forward(self, w):
        lo, hi = w.amin(), w.amax()
        reach = torch.maximum(lo.abs(), hi.abs())
        if lo + hi > 0.5 * reach:
            self.scale = (hi - lo) / self.levels
            self.offset = lo + 0.0
        else:
            self.scale = 2.0 * reach / self.levels
            self.offset = -reach
        q = torch.round((w - self.offset) / self.scale)
        return q.clamp(0, self.levels) * self.scale + self.offset


def load():
    return torch.compile(WeightObserver().eval())


def cases():
    yield from build(load, lambda: (randn(4, 6),), "base pos nan inf")


EXPECT = {'topic': 'quantisation',
 'rewrites': ['R1', 'R3', 'R8'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
