"""Whole-slide inference: a generator cuts tiles, background tiles are not scored, scores are stitched back."""

import torch
from torch import nn

from fxkit import build, rand


def iter_tiles(slide, size):
    """Yields (row, col, tile) in raster order."""
    h, w = slide.shape[-2:]
    for r in range(0, h, size):
        for c in range(0, w, size):
            yield r, c, slide[..., r : r + size, c : c + size]


class SlideScorer(nn.Module):
    def __init__(self, size=2, tissue_threshold=0.2):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3, padding=1)
        self.head = nn.Linear(2, 1)
        self.size = size
        self.tissue_threshold = tissue_threshold

    def is_background(self, tile):
        return (tile > 0.5).float().mean() < self.tissue_threshold

    def score_tile(self, tile):
        feat = torch.relu(self.conv(tile[None])).mean((-2, -1))
        return torch.sigmoid(self.head(feat))[0, 0]

    @torch.no_grad()
    def forward(self, slide):
        heat = torch.zeros_like(slide)
        scored = 0
        for r, c, tile in iter_tiles(slide, self.size):
            if self.is_background(tile):
                continue
            heat[..., r : r + self.size, c : c + self.size] = self.score_tile(tile)
            scored += 1
        if scored == 0:
            print("no tissue found")
        return heat, heat.max()


def cases():
    make = lambda: torch.compile(SlideScorer())
    yield from build(make, lambda: (rand(1, 4, 4),), "base", tag="mixed-")
    yield from build(make, lambda: (torch.zeros(1, 4, 4),), "base", tag="blank-")
    yield from build(make, lambda: (torch.ones(1, 4, 6),), "base", tag="full-")
    half = torch.cat([torch.ones(1, 4, 2), torch.zeros(1, 4, 2)], -1)
    yield from build(make, lambda: (half.clone(),), "base", tag="half-")


EXPECT = {'topic': 'pathology',
 'rewrites': [],
 'breaks': {37: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 12,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close']}
