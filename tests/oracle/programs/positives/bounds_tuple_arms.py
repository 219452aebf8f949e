"""Lower and upper clamp bounds are tensors set as a tuple."""

import torch
from torch import nn

from fxkit import build, randn


class Thresholding(nn.Module):
    def forward(self, sample):
        peak = sample.abs().amax()
        unit = torch.ones_like(peak)
        if peak > 2.0:
            (lo, hi) = (-peak, peak)
        else:
            lo, hi = -unit, unit
        return torch.minimum(torch.maximum(sample, lo), hi)


def cases():
    yield from build(lambda: torch.compile(Thresholding()), lambda: (randn(2, 4),), "base small big nan inf zero half grad big+grad small+grad")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R10'],
 'breaks': {13: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
