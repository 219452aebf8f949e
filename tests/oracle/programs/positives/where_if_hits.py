"""Overlapping boxes are replaced when the count of overlaps is positive."""

import torch
from torch import nn

from fxkit import build, rand, randn


class SoftNms(nn.Module):
    def forward(self, scores, iou):
        s = scores * 1.0
        hits = iou > 0.5
        if hits.sum() != 0:
            s = torch.where(hits, s * 0.1, s)
        return s.sum(-1)


def cases():
    yield from build(lambda: torch.compile(SoftNms()), lambda: (randn(3, 4), rand(3, 4)), "base nan half grad")
    yield from build(lambda: torch.compile(SoftNms()), lambda: (randn(3, 4), rand(3, 4) * 0.4), "base inf half grad", tag="apart-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R15', 'R33'],
 'breaks': {13: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
