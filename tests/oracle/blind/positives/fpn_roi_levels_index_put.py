"""ROI pooler over a feature pyramid: each box is pooled from the level that its size asks for."""

import torch
from torch import nn

from fxkit import build, rand, randn


def assign_boxes_to_levels(boxes, min_level, max_level, canonical_size=0.5, canonical_level=1):
    sizes = torch.sqrt((boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1]))
    levels = torch.floor(canonical_level + torch.log2(sizes / canonical_size + 1e-8))
    return torch.clamp(levels, min=min_level, max=max_level).to(torch.int64) - min_level


class PointPooler(nn.Module):
    """Samples the centre of each box, a cheap stand-in for ROIAlign."""

    def forward(self, feature, boxes):
        h, w = feature.shape[-2:]
        cx = ((boxes[:, 0] + boxes[:, 2]) * 0.5 * w).long().clamp(0, w - 1)
        cy = ((boxes[:, 1] + boxes[:, 3]) * 0.5 * h).long().clamp(0, h - 1)
        return feature[:, cy, cx].t()


class ROIPooler(nn.Module):
    def __init__(self, channels=3, num_levels=3):
        super().__init__()
        self.lateral = nn.ModuleList(nn.Conv2d(channels, channels, 1) for _ in range(num_levels))
        self.level_poolers = nn.ModuleList(PointPooler() for _ in range(num_levels))

    def forward(self, features, boxes):
        x = [lateral(f.unsqueeze(0))[0] for lateral, f in zip(self.lateral, features)]
        level_assignments = assign_boxes_to_levels(boxes, 0, len(x) - 1)
        output = torch.zeros((boxes.shape[0], x[0].shape[0]), dtype=x[0].dtype)
        for level, pooler in enumerate(self.level_poolers):
            inds = torch.nonzero(level_assignments == level, as_tuple=True)[0]
            pooler_fmt_boxes_level = boxes[inds]
            output.index_put_((inds,), pooler(x[level], pooler_fmt_boxes_level))
        return output


def load():
    return torch.compile(ROIPooler())


def pyramid():
    return [randn(3, 8, 8), randn(3, 4, 4), randn(3, 2, 2)]


def cases():
    def boxes(scale):
        corner = rand(5, 2) * 0.3
        return torch.cat([corner, corner + 0.02 + scale * rand(5, 2, seed=1)], dim=-1)

    yield from build(load, lambda: (pyramid(), boxes(1.0)), "base grad")
    yield from build(load, lambda: (pyramid(), boxes(0.1)), "base grad", tag="small-")

EXPECT = {'topic': 'detection',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {36: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
