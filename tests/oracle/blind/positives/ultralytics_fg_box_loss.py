"""Box part of an anchor-free YOLO loss: CIoU-like IoU over the assigned anchors."""

import torch
from torch import nn

from fxkit import bools, build, rand


def bbox_iou(box1, box2, eps=1e-7):
    b1_x1, b1_y1, b1_x2, b1_y2 = box1.chunk(4, -1)
    b2_x1, b2_y1, b2_x2, b2_y2 = box2.chunk(4, -1)
    inter = (b1_x2.minimum(b2_x2) - b1_x1.maximum(b2_x1)).clamp(0) * (b1_y2.minimum(b2_y2) - b1_y1.maximum(b2_y1)).clamp(0)
    union = (b1_x2 - b1_x1) * (b1_y2 - b1_y1) + (b2_x2 - b2_x1) * (b2_y2 - b2_y1) - inter + eps
    return inter / union


class DetectionLoss(nn.Module):
    def __init__(self, box_gain=7.5):
        super().__init__()
        self.box_gain = box_gain

    def bbox_loss(self, pred_bboxes, target_bboxes, target_scores, target_scores_sum, fg_mask):
        weight = target_scores.sum(-1)[fg_mask].unsqueeze(-1)
        iou = bbox_iou(pred_bboxes[fg_mask], target_bboxes[fg_mask])
        return ((1.0 - iou) * weight).sum() / target_scores_sum

    def forward(self, pred_scores, pred_bboxes, target_scores, target_bboxes, fg_mask):
        loss = torch.zeros(2, device=pred_scores.device)
        target_scores_sum = target_scores.sum().clamp(min=1.0)
        bce = nn.functional.binary_cross_entropy_with_logits(pred_scores, target_scores, reduction="none")
        loss[1] = bce.sum() / target_scores_sum
        if fg_mask.sum():
            loss[0] = self.bbox_loss(pred_bboxes, target_bboxes, target_scores, target_scores_sum, fg_mask)
        loss[0] *= self.box_gain
        return loss.sum(), loss.detach()


def load():
    return torch.compile(DetectionLoss())


def boxes(seed):
    xy = rand(2, 6, 2, seed=seed)
    return torch.cat([xy, xy + 0.2 + rand(2, 6, 2, seed=seed + 1)], -1)


def batch(p):
    fg = bools(2, 6, p=p)
    scores = rand(2, 6, 3, seed=3) * fg.unsqueeze(-1)
    return rand(2, 6, 3) - 0.5, boxes(1), scores, boxes(5), fg


def cases():
    yield from build(load, lambda: batch(0.5), "base grad")
    yield from build(load, lambda: batch(0.0), "base grad", tag="noobject-")
    yield from build(load, lambda: batch(1.1), "base", tag="allfg-")


EXPECT = {'topic': 'detection',
 'rewrites': [],
 'breaks': {23: 2, 24: 3, 32: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite', 'finite-grad', 'grad-close', 'grad-none-zero', 'requires-grad']}
