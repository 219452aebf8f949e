"""Box loss averaged over the images of a batch that contain objects; crowd images contribute nothing."""

import torch
from torch import nn

from fxkit import bools, build, rand, randn


def generalized_iou(a, b, eps=1e-7):
    """Row-wise GIoU of boxes in xyxy form."""
    lt, rb = torch.maximum(a[:, :2], b[:, :2]), torch.minimum(a[:, 2:], b[:, 2:])
    inter = (rb - lt).clamp(min=0).prod(-1)
    area_a, area_b = (a[:, 2:] - a[:, :2]).prod(-1), (b[:, 2:] - b[:, :2]).prod(-1)
    union = area_a + area_b - inter
    hull = (torch.maximum(a[:, 2:], b[:, 2:]) - torch.minimum(a[:, :2], b[:, :2])).prod(-1)
    return inter / (union + eps) - (hull - union) / (hull + eps)


class BoxHead(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.reg = nn.Linear(dim, 4)

    def decode(self, feats, anchors):
        delta = self.reg(feats)
        centre = (anchors[:, :2] + anchors[:, 2:]) / 2 + delta[:, :2]
        size = (anchors[:, 2:] - anchors[:, :2]) * delta[:, 2:].clamp(max=2).exp()
        return torch.cat([centre - size / 2, centre + size / 2], -1)

    def forward(self, feats, anchors, targets, positive):
        losses, images = feats.new_zeros(()), 0
        for f, a, t, pos in zip(feats, anchors, targets, positive):
            if not pos.any():
                continue
            giou = generalized_iou(self.decode(f, a)[pos], t[pos])
            losses = losses + (1 - giou).mean()
            images += 1
        return losses / max(images, 1)


def boxes(n, m, seed=0):
    xy = rand(n, m, 2, seed=seed) * 5
    return torch.cat([xy, xy + 1 + rand(n, m, 2, seed=seed + 1)], -1)


def cases():
    make = lambda: torch.compile(BoxHead())
    args = lambda pos: (randn(3, 5, 4), boxes(3, 5), boxes(3, 5, seed=4), pos)
    some = bools(3, 5)
    some[1] = False
    yield from build(make, lambda: args(some.clone()), "base grad", tag="some-")
    yield from build(make, lambda: args(torch.ones(3, 5, dtype=torch.bool)), "base", tag="all-")
    yield from build(make, lambda: args(torch.zeros(3, 5, dtype=torch.bool)), "base", tag="none-")

EXPECT = {'topic': 'detection',
 'rewrites': ['R7', 'R30'],
 'breaks': {33: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
