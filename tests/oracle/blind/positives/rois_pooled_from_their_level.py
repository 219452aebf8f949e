"""Multi-scale RoI features: every box is pooled from the pyramid level that its area selects."""

from typing import List

import torch
from torch import Tensor, nn

from fxkit import build, rand, randn


class LevelMapper:
    """Determine which FPN level each RoI in a set of RoIs should map to."""

    def __init__(self, k_min: int, k_max: int, canonical_scale: float = 8.0, canonical_level: int = 1):
        self.k_min, self.k_max = k_min, k_max
        self.s0, self.lvl0 = canonical_scale, canonical_level

    def __call__(self, boxes: Tensor) -> Tensor:
        area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
        target = torch.floor(self.lvl0 + torch.log2(torch.sqrt(area) / self.s0 + 1e-6))
        return torch.clamp(target, self.k_min, self.k_max).to(torch.int64) - self.k_min


def sample_centres(feature: Tensor, rois: Tensor, scale: float) -> Tensor:
    h, w = feature.shape[-2:]
    cx = ((rois[:, 0] + rois[:, 2]) * 0.5 * scale).long().clamp(0, w - 1)
    cy = ((rois[:, 1] + rois[:, 3]) * 0.5 * scale).long().clamp(0, h - 1)
    return feature[:, cy, cx].t()


class MultiScalePool(nn.Module):
    def __init__(self, channels=3, out=4):
        super().__init__()
        self.map_levels = LevelMapper(0, 2)
        self.scales = (1.0, 0.5, 0.25)
        self.head = nn.Sequential(nn.Linear(channels, out), nn.LayerNorm(out))

    def forward(self, feats: List[Tensor], boxes: Tensor) -> Tensor:
        levels = self.map_levels(boxes)
        result = torch.zeros(boxes.shape[0], feats[0].shape[0], dtype=feats[0].dtype)
        for level, (feature, scale) in enumerate(zip(feats, self.scales)):
            idx_in_level = torch.where(levels == level)[0]
            rois_per_level = boxes[idx_in_level]
            result[idx_in_level] = sample_centres(feature, rois_per_level, scale)
        return self.head(result)


def load():
    return torch.compile(MultiScalePool())


def boxes(scale):
    corner = rand(6, 2) * 4
    return torch.cat([corner, corner + 0.5 + scale * rand(6, 2, seed=3)], dim=1)


def cases():
    pyramid = lambda: [randn(3, 16, 16), randn(3, 8, 8), randn(3, 4, 4)]
    yield from build(load, lambda: (pyramid(), boxes(20.0)), "base grad")
    yield from build(load, lambda: (pyramid(), boxes(1.0)), "base", tag="small-")

EXPECT = {'topic': 'detection',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {42: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close', 'grad-close', 'grad-none-zero', 'finite'],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
