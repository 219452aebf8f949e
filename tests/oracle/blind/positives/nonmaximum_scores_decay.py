"""Soft-NMS on a fixed number of rounds: the best remaining box decays its neighbours."""

import torch
from torch import Tensor

from fxkit import rand, sweep


def box_iou_one(box: Tensor, boxes: Tensor) -> Tensor:
    lt = torch.max(box[:2], boxes[:, :2])
    rb = torch.min(box[2:], boxes[:, 2:])
    inter = (rb - lt).clamp(min=0).prod(dim=1)
    area = (box[2:] - box[:2]).prod()
    areas = (boxes[:, 2:] - boxes[:, :2]).prod(dim=1)
    return inter / (area + areas - inter)


@torch.compile
def soft_nms(boxes: Tensor, scores: Tensor, sigma: float = 0.5, thresh: float = 0.05):
    if (boxes[:, 2:] <= boxes[:, :2]).any():
        raise ValueError("boxes must be given as x1, y1, x2, y2")
    scores = scores.clone()
    keep = torch.zeros(scores.shape[0], dtype=torch.bool)
    order = []
    for _ in range(boxes.shape[0]):
        remaining = scores.masked_fill(keep, -1.0)
        best = int(torch.argmax(remaining))
        order.append(best)
        if scores[best] < thresh:
            scores[best] = 0.0
        iou = box_iou_one(boxes[best], boxes)
        keep[best] = True
        decay = torch.exp(-(iou**2) / sigma)
        scores = torch.where(keep, scores, scores * decay)
    return torch.tensor(order), scores


def make(spread=2.0):
    corner = spread * rand(5, 2)
    return torch.cat([corner, corner + 1 + rand(5, 2, seed=5)], dim=1), rand(5)


def cases():
    yield from sweep(soft_nms, lambda: make(), "base")
    yield from sweep(soft_nms, lambda: make(0.1), "base", tag="crowded-")
    yield from sweep(soft_nms, lambda: (make()[0].flip(1), rand(5)), "base", tag="flipped-")

EXPECT = {'topic': 'detection',
 'kind': 'int()',
 'rewrites': [],
 'breaks': {20: 1, 21: 1, 27: 1},
 'gb': ['GB0088', 'GB0124', 'GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
