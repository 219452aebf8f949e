"""Greedy suppression over a fixed number of proposals that returns a keep mask in the order of the scores."""

import torch
from torch import nn

from fxkit import build, rand


def box_iou(a, b):
    area_a = (a[:, 2] - a[:, 0]) * (a[:, 3] - a[:, 1])
    area_b = (b[:, 2] - b[:, 0]) * (b[:, 3] - b[:, 1])
    lt = torch.max(a[:, None, :2], b[:, :2])
    rb = torch.min(a[:, None, 2:], b[:, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[..., 0] * wh[..., 1]
    return inter / (area_a[:, None] + area_b - inter)


class PostProcess(nn.Module):
    def __init__(self, pre_nms=6, iou_threshold=0.4, score_threshold=0.05):
        super().__init__()
        self.pre_nms = pre_nms
        self.iou_threshold = iou_threshold
        self.score_threshold = score_threshold

    @torch.no_grad()
    def forward(self, boxes, scores):
        scores, order = scores.topk(self.pre_nms)
        boxes = boxes[order]
        iou = box_iou(boxes, boxes)
        keep = scores > self.score_threshold
        for i in range(self.pre_nms - 1):
            if not keep[i]:
                continue
            keep[i + 1:] &= iou[i, i + 1:] <= self.iou_threshold
        return boxes, scores * keep, keep


def load():
    return torch.compile(PostProcess())


def make_boxes(spread=1.0):
    xy = rand(8, 2) * spread
    return torch.cat([xy, xy + 0.3 + rand(8, 2, seed=4)], dim=1), rand(8)


def cases():
    yield from build(load, make_boxes, "base grad ones nan f64")
    yield from build(load, lambda: make_boxes(8.0), "base", tag="apart-")
    yield from build(load, lambda: (make_boxes()[0], torch.zeros(8)), "base", tag="noscore-")

EXPECT = {'topic': 'vision',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {33: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
