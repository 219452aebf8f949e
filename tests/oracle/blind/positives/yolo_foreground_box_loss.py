"""Box loss of an anchor free detector over its foreground anchors, weighted with the target scores."""

import torch
from torch import nn

from fxkit import bools, build, rand, randn


def bbox_giou(box1, box2, eps=1e-7):
    lt = torch.max(box1[..., :2], box2[..., :2])
    rb = torch.min(box1[..., 2:], box2[..., 2:])
    inter = (rb - lt).clamp(min=0).prod(-1)
    area1 = (box1[..., 2:] - box1[..., :2]).prod(-1)
    area2 = (box2[..., 2:] - box2[..., :2]).prod(-1)
    union = area1 + area2 - inter + eps
    hull = (torch.max(box1[..., 2:], box2[..., 2:]) - torch.min(box1[..., :2], box2[..., :2])).clamp(min=0).prod(-1) + eps
    return inter / union - (hull - union) / hull


class BboxLoss(nn.Module):
    def forward(self, pred_bboxes, target_bboxes, target_scores, target_scores_sum, fg_mask):
        weight = target_scores.sum(-1)[fg_mask].unsqueeze(-1)
        giou = bbox_giou(pred_bboxes[fg_mask], target_bboxes[fg_mask])
        return ((1.0 - giou.unsqueeze(-1)) * weight).sum() / target_scores_sum


class DetectionLoss(nn.Module):
    def __init__(self, dim=4, box=7.5):
        super().__init__()
        self.reg = nn.Linear(dim, 4)
        self.bbox_loss = BboxLoss()
        self.gain = box

    def decode(self, feats, anchors):
        lt, rb = self.reg(feats).exp().chunk(2, dim=-1)
        return torch.cat([anchors - lt, anchors + rb], dim=-1)

    def forward(self, feats, anchors, target_bboxes, target_scores, fg_mask):
        loss = torch.zeros(2)
        pred_bboxes = self.decode(feats, anchors)
        target_scores_sum = max(target_scores.sum(), 1)
        if fg_mask.sum():
            loss[0] = self.bbox_loss(pred_bboxes, target_bboxes, target_scores, target_scores_sum, fg_mask)
        loss[0] *= self.gain
        loss[1] = pred_bboxes.square().mean() * 0.01
        return loss.sum() * feats.shape[0], loss.detach()


def load():
    return torch.compile(DetectionLoss())


def inputs():
    anchors = rand(5, 2) * 8
    low = rand(2, 5, 2) * 4
    fg = bools(2, 5)
    return randn(2, 5, 4), anchors, torch.cat([low, low + 1 + rand(2, 5, 2, seed=3)], dim=-1), rand(2, 5, 3) * fg[..., None], fg


def cases():
    yield from build(load, inputs, "base grad true false")

EXPECT = {'topic': 'detection',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {22: 2, 23: 3, 42: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
