"""The test reads a property computed from a buffer."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Scaler(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("ema", torch.zeros(()))

    @property
    def warm(self):
        return self.ema > 0.5

    @torch.compile
    def forward(self, x):
        y = x * 3.0
        if self.warm:
            y = y - self.ema
        self.ema.mul_(0.5).add_(x.detach().float().abs().mean())
        return y


def cases():
    yield from build(Scaler, lambda: (randn(4),), "base zero small big nan half f64 grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R2'],
 'breaks': {21: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
