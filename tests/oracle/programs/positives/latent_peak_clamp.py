"""Latents are clamped when their peak leaves the range, in a method of the pipeline."""

import torch
from torch import nn

from fxkit import build, randn


class Decoder(nn.Module):
    def __init__(self, limit: float = 1.5):
        super().__init__()
        self.limit = limit

    def clip_latents(self, z):
        if z.max() > self.limit or z.min() < -self.limit:
            z = z.clamp(-self.limit, self.limit)
        return z

    def forward(self, z):
        return self.clip_latents(z / 0.5) * 2.0


def load():
    return torch.compile(Decoder().eval())


def cases():
    yield from build(load, lambda: (randn(2, 4),), "base small big nan inf half grad big+grad small+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R2', 'R16'],
 'breaks': {15: 5},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
