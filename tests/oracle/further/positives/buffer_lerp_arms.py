"""Both arms move a buffer in place, each with its own step."""

import torch
from torch import nn

from fxkit import build, randn


class RangeTracker(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("limit", torch.ones(()))

    @torch.no_grad()
    def forward(self, w):
        top = w.abs().amax()
        if top > self.limit:
            self.limit.copy_(top)
        else:
            self.limit.mul_(0.5)
        return torch.round(w * 8.0) + self.limit


def load():
    return torch.compile(RangeTracker())


def cases():
    yield from build(load, lambda: (randn(6),), "base pos small big zero nan inf f64")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R8', 'R9'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
