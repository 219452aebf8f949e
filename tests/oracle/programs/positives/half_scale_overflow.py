"""Scaled weights are clamped when the half precision product overflowed."""

import torch
from torch import nn

from fxkit import build, randn


class ScaleWeights(nn.Module):
    def __init__(self, factor: float = 8.0, enabled: bool = True):
        super().__init__()
        self.factor = factor
        self.enabled = enabled

    def forward(self, w):
        scaled = w * self.factor
        if self.enabled and scaled.dtype in (torch.float16, torch.bfloat16) and scaled.isinf().any():
            top = torch.finfo(scaled.dtype).max
            scaled = torch.clamp(scaled, min=-top, max=top)
        return scaled


def load():
    return torch.compile(ScaleWeights())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base half big+half inf+half nan+half ninf+half bf16 inf+bf16 inf grad inf+half+grad half+grad nan+half+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R16', 'R5'],
 'breaks': {17: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
