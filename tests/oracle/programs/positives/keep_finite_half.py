"""A helper bounds a half-precision residual stream that overflowed."""

import torch
from torch import nn

from fxkit import build, randn


def keep_finite(h: torch.Tensor) -> torch.Tensor:
    if h.dtype == torch.float16:
        if not torch.isfinite(h).all():
            limit = torch.finfo(h.dtype).max - 1000
            h = h.clamp(min=-limit, max=limit)
    return h


class Block(nn.Module):
    def __init__(self, gain=2.0):
        super().__init__()
        self.gain = gain

    def forward(self, x, skip):
        return keep_finite(x * self.gain + skip)


def load():
    return torch.compile(Block())


def cases():
    yield from build(load, lambda: (randn(2, 4), randn(2, 4, seed=1)), "half inf+half nan+half big+half base inf nan half+grad inf+half+grad nan+half+grad")
    yield from build(load, lambda: (randn(2, 4) * 3e4, randn(2, 4, seed=1)), "half half+grad", tag="near-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R16', 'R2'],
 'breaks': {11: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
