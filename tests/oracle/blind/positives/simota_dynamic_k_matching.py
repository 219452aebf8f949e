"""SimOTA: every object takes as many of its cheapest anchors as its best overlaps add up to."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


def pairwise_iou(a, b):
    lt = torch.maximum(a[:, None, :2], b[None, :, :2])
    rb = torch.minimum(a[:, None, 2:], b[None, :, 2:])
    inter = (rb - lt).clamp(min=0).prod(-1)
    area = lambda x: (x[:, 2:] - x[:, :2]).prod(-1)
    return inter / (area(a)[:, None] + area(b)[None] - inter + 1e-8)


class SimOTAHead(nn.Module):
    def __init__(self, channels=4, candidate_topk=5, iou_weight=3.0):
        super().__init__()
        self.cls = nn.Linear(channels, 1)
        self.candidate_topk = candidate_topk
        self.iou_weight = iou_weight

    def dynamic_k_matching(self, cost, ious):
        matching = torch.zeros_like(cost, dtype=torch.uint8)
        n_candidate = min(self.candidate_topk, ious.size(1))
        topk_ious, _ = torch.topk(ious, n_candidate, dim=1)
        dynamic_ks = torch.clamp(topk_ious.sum(1).int(), min=1)
        for gt in range(cost.size(0)):
            _, pos = torch.topk(cost[gt], k=dynamic_ks[gt].item(), largest=False)
            matching[gt][pos] = 1
        return matching

    def forward(self, feats, anchors, boxes):
        logits = self.cls(feats).squeeze(-1)
        with torch.no_grad():
            ious = pairwise_iou(boxes, anchors)
            cost = F.softplus(-logits)[None] + self.iou_weight * -torch.log(ious + 1e-8)
            matching = self.dynamic_k_matching(cost, ious)
            target = (matching.sum(0) > 0).to(logits.dtype)
        loss = F.binary_cross_entropy_with_logits(logits, target)
        return loss, matching


def load():
    return torch.compile(SimOTAHead())


def boxes(n, spread, seed=0):
    xy = spread * rand(n, 2, seed=seed)
    return torch.cat([xy, xy + 4 + rand(n, 2, seed=seed + 1)], -1)


def cases():
    yield from build(load, lambda: (randn(9, 4), boxes(9, 2.0), boxes(3, 2.0, seed=4)), "base grad")
    yield from build(load, lambda: (randn(9, 4), boxes(9, 90.0), boxes(3, 90.0, seed=4)), "base", tag="apart-")
    yield from build(load, lambda: (randn(6, 4), boxes(6, 0.1), boxes(1, 0.1, seed=4)), "base", tag="same-")

EXPECT = {'topic': 'detection',
 'kind': 'loop over objects',
 'rewrites': [],
 'breaks': {31: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
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
