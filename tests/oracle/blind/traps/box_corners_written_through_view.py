"""Corners of predicted boxes are put in order through a view of the boxes."""

import torch
from torch import nn

from fxkit import build, randn


class BoxHead(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.reg = nn.Linear(dim, 4)

    @staticmethod
    def order_corners(boxes):
        """Makes the second corner lie right of and below the first one."""
        first, second = boxes[:, :2], boxes[:, 2:]
        low, high = torch.minimum(first, second), torch.maximum(first, second)
        swapped = (first > second).any(dim=-1)
        first[swapped] = low[swapped]
        second[swapped] = high[swapped]
        return boxes

    def forward(self, feats, anchors):
        boxes = anchors + self.reg(feats)
        boxes = self.order_corners(boxes)
        extent = boxes[:, 2:] - boxes[:, :2]
        return {"boxes": boxes, "area": extent.prod(dim=-1)}


def load():
    return torch.compile(BoxHead())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 4, seed=2)), "base grad zero big")

EXPECT = {'topic': 'detection',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['O6', 'R31', 'aliasing'],
 'breaks': {20: 2, 21: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
