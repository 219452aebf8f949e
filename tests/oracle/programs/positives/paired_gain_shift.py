"""Both arms set a gain and a shift through a private temporary."""

import torch
import torch.nn as nn

from fxkit import build, randn


class GainShift(nn.Module):
    def stats(self, x):
        centre = x.mean(dim=0, keepdim=True)
        spread = (x - centre).abs().mean(dim=0, keepdim=True)
        return centre, spread

    def forward(self, x):
        centre, spread = self.stats(x)
        if spread.max() > 1.0:
            half = spread * 0.5
            gain = half + 0.5
            shift = centre - half
        else:
            half = spread * 2.0
            gain = half + 1.0
            shift = centre * 1.0
        return x + gain - shift


def load():
    return torch.compile(GainShift().train())


def cases():
    yield from build(load, lambda: (randn(5, 3),), "base small big zero nan inf half f64 grad small+grad nan+grad inf+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R3'],
 'breaks': {17: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
