"""Tiny row norms are raised to a floor, but only if there are any."""

import torch
from torch import nn

from fxkit import build, randn


class RMSFloor(nn.Module):
    def __init__(self, eps=0.1):
        super().__init__()
        self.eps = eps

    def forward(self, x):
        rms = x.float().abs().mean(-1, keepdim=True)
        if rms.min() < self.eps:
            rms = torch.clamp(rms, min=self.eps)
        return x / (rms + 1.0)


def load():
    return torch.compile(RMSFloor())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base small zero big nan inf half f64 grad small+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R2'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
