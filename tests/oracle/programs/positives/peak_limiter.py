"""Loud clips are limited, quiet ones get a little gain."""

import torch
from torch import nn

from fxkit import build, randn


class PeakLimiter(nn.Module):
    def __init__(self, ceiling: float = 0.9, gain: float = 1.1):
        super().__init__()
        self.ceiling = ceiling
        self.gain = gain
        self.offset = nn.Parameter(torch.tensor([0.1, -0.2]))

    def forward(self, wave: torch.Tensor) -> torch.Tensor:
        wave = wave - wave.mean(-1, keepdim=True)
        loudest = wave.abs().amax()
        if loudest <= self.ceiling:
            shaped = wave * self.gain
        else:
            shaped = wave.clamp(-self.ceiling, self.ceiling)
        return shaped + self.offset[:, None]


def load():
    return torch.compile(PeakLimiter())


def cases():
    yield from build(load, lambda: (randn(2, 6),), "base small big nan inf zero grad small+grad big+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'audio',
 'rewrites': ['R1'],
 'breaks': {19: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
