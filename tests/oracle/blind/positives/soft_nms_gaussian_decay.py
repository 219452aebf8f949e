"""Soft-NMS: the scores of overlapping boxes decay, until the best one that is left is too low."""

import torch
from torch import nn

from fxkit import build, rand


def box_iou_one_to_many(box, boxes):
    lt = torch.maximum(box[:2], boxes[:, :2])
    rb = torch.minimum(box[2:], boxes[:, 2:])
    inter = (rb - lt).clamp(min=0).prod(-1)
    area = (boxes[:, 2:] - boxes[:, :2]).prod(-1)
    return inter / (area + (box[2:] - box[:2]).prod() - inter)


class SoftNMS(nn.Module):
    def __init__(self, sigma=0.5, min_score=0.3):
        super().__init__()
        self.sigma = sigma
        self.min_score = min_score

    @torch.no_grad()
    def forward(self, boxes, scores):
        scores = scores.clone()
        out = torch.zeros_like(scores)
        kept = 0
        for _ in range(len(scores)):
            i = int(scores.argmax())
            if scores[i] < self.min_score:
                break
            out[i] = scores[i]
            kept += 1
            iou = box_iou_one_to_many(boxes[i], boxes)
            scores = scores * torch.exp(-iou.square() / self.sigma)
            scores[i] = 0.0
        return out, kept


def load():
    return torch.compile(SoftNMS())


def boxes(seed=0):
    corner = rand(5, 2, seed=seed)
    return torch.cat([corner, corner + 0.3 + rand(5, 2, seed=seed + 1)], dim=-1)


def cases():
    yield from build(load, lambda: (boxes(), rand(5)), "base")
    yield from build(load, lambda: (boxes(4), rand(5) * 0.2), "base", tag="low-")
    yield from build(load, lambda: (boxes(2), 0.5 + rand(5) / 2), "base", tag="high-")

EXPECT = {'topic': 'detection',
 'kind': 'loop until',
 'rewrites': [],
 'breaks': {29: 2},
 'gb': ['GB0124', 'GB7000'],
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
