"""Anchors: every ground truth keeps its best anchors, even if their overlap is below the threshold."""

import torch
from torch import nn

from fxkit import build, rand


def box_iou(a, b):
    lt = torch.max(a[:, None, :2], b[None, :, :2])
    rb = torch.min(a[:, None, 2:], b[None, :, 2:])
    inter = (rb - lt).clamp(min=0).prod(-1)
    area_a, area_b = (a[:, 2:] - a[:, :2]).prod(-1), (b[:, 2:] - b[:, :2]).prod(-1)
    return inter / (area_a[:, None] + area_b[None] - inter)


class MaxIoUAssigner(nn.Module):
    def __init__(self, pos_iou_thr=0.35, neg_iou_thr=0.25, min_pos_iou=0.2):
        super().__init__()
        self.pos_iou_thr, self.neg_iou_thr, self.min_pos_iou = pos_iou_thr, neg_iou_thr, min_pos_iou

    def forward(self, gts, anchors):
        overlaps = box_iou(gts, anchors)
        assigned = torch.full((anchors.shape[0],), -1)
        max_overlaps, argmax_overlaps = overlaps.max(dim=0)
        gt_max_overlaps = overlaps.max(dim=1).values
        assigned[max_overlaps < self.neg_iou_thr] = 0
        pos = max_overlaps >= self.pos_iou_thr
        assigned[pos] = argmax_overlaps[pos] + 1
        for i in range(gts.shape[0]):
            if gt_max_overlaps[i] >= self.min_pos_iou:
                max_iou_inds = overlaps[i, :] == gt_max_overlaps[i]
                assigned[max_iou_inds] = i + 1
        return assigned, max_overlaps


def load():
    return torch.compile(MaxIoUAssigner())


def boxes(n, seed, size=3.0):
    low = rand(n, 2, seed=seed) * 3
    return torch.cat([low, low + 0.5 + rand(n, 2, seed=seed + 1) * size], dim=1)


def cases():
    yield from build(load, lambda: (boxes(3, 1), boxes(7, 4)), "base")
    yield from build(load, lambda: (boxes(2, 1, 0.3), boxes(6, 4)), "base", tag="small-")
    yield from build(load, lambda: (boxes(3, 4), boxes(7, 4)), "base", tag="same-")

EXPECT = {'topic': 'detection',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {29: 2, 31: 1},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
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
