"""Feature pyramid fusion with weights that follow the mean activation of every level (no gradient through them)."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class WeightedFusion(nn.Module):
    """BiFPN-like node; `temperature` sharpens the share of the strongest level."""

    def __init__(self, channels=3, temperature=0.5):
        super().__init__()
        self.lateral = nn.ModuleList([nn.Conv2d(channels, channels, 1) for _ in range(3)])
        self.out = nn.Conv2d(channels, channels, 3, padding=1)
        self.temperature = temperature

    def activity(self, maps):
        means = torch.tensor([m.abs().mean().item() for m in maps])
        return F.softmax(means / self.temperature, dim=0)

    def resize(self, x, size):
        if x.shape[-2:] == size:
            return x
        return F.interpolate(x, size=size, mode="nearest")

    def forward(self, c3, c4, c5):
        size = c3.shape[-2:]
        maps = [lat(c) for lat, c in zip(self.lateral, (c3, c4, c5))]
        share = self.activity(maps)
        fused = sum(w * self.resize(m, size) for w, m in zip(share, maps))
        return self.out(F.relu(fused)), share


def cases():
    make = lambda: torch.compile(WeightedFusion())
    yield from build(make, lambda: (randn(1, 3, 4, 4), randn(1, 3, 2, 2), randn(1, 3, 1, 1)), "base grad nan")
    yield from build(make, lambda: (randn(1, 3, 4, 4) * 0, randn(1, 3, 2, 2) * 0, randn(1, 3, 1, 1)), "base", tag="flat-")
    yield from build(make, lambda: (randn(2, 3, 4, 4), randn(2, 3, 2, 2) * 9, randn(2, 3, 1, 1)), "base", tag="middle-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R21', 'R22'],
 'breaks': {20: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': []}
