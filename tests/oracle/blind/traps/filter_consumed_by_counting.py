"""Size loss of large boxes: the filter object is counted first and is empty when the loss walks through it."""

import torch
from torch import nn

from fxkit import build, rand, randn


def large_box_penalty(boxes, limit):
    large = filter(lambda box: (box[2:] - box[:2]).prod() > limit, boxes)
    count = sum(1 for _ in large)
    penalty = boxes.new_zeros(())
    for box in large:
        penalty = penalty + (box[2:] - box[:2]).prod() / limit
    return penalty, count


class BoxRegressor(nn.Module):
    def __init__(self, dim=4, limit=0.5, weight=0.1):
        super().__init__()
        self.reg = nn.Linear(dim, 4)
        self.limit, self.weight = limit, weight

    def forward(self, feats, anchors, target):
        boxes = anchors + 0.1 * self.reg(feats)
        penalty, count = large_box_penalty(boxes, self.limit)
        loss = (boxes - target).abs().mean() + self.weight * penalty
        return loss, count


def load(limit=0.5):
    return torch.compile(BoxRegressor(limit=limit))


def cases():
    def batch(size):
        lower = rand(4, 2)
        anchors = torch.cat([lower, lower + size * (0.5 + rand(4, 2, seed=1))], dim=-1)
        return randn(4, 4), anchors, anchors + 0.05 * randn(4, 4)

    yield from build(lambda: load(1e3), lambda: batch(0.5), "base", tag="small-")
    yield from build(load, lambda: batch(0.8), "base grad", tag="some-")
    yield from build(load, lambda: batch(3.0), "base", tag="large-")

EXPECT = {'topic': 'detection',
 'kind': 'generator',
 'verdict': 'any correct rewrite',
 'obligations': ['an iterator is used up'],
 'breaks': {11: 4},
 'gb': ['GB0170', 'GB8335'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
