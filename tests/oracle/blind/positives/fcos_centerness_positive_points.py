"""Box and centerness loss over the positive points of a dense detector."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, rand, randn


def iou_loss(pred, target, eps=1e-6):
    lt = torch.min(pred[:, :2], target[:, :2])
    rb = torch.min(pred[:, 2:], target[:, 2:])
    wh = lt + rb
    overlap = wh[:, 0] * wh[:, 1]
    area_p = (pred[:, 0] + pred[:, 2]) * (pred[:, 1] + pred[:, 3])
    area_t = (target[:, 0] + target[:, 2]) * (target[:, 1] + target[:, 3])
    return -torch.log((overlap / (area_p + area_t - overlap + eps)).clamp(min=eps))


class FCOSLoss(nn.Module):
    def __init__(self, num_classes=3):
        super().__init__()
        self.bg = num_classes

    def centerness_target(self, t):
        lr, tb = t[:, [0, 2]], t[:, [1, 3]]
        ratio = (lr.min(-1)[0] / lr.max(-1)[0]) * (tb.min(-1)[0] / tb.max(-1)[0])
        return torch.sqrt(ratio)

    def forward(self, bbox_pred, centerness, labels, bbox_targets):
        pos_inds = ((labels >= 0) & (labels < self.bg)).nonzero().reshape(-1)
        num_pos = len(pos_inds)
        pos_bbox_preds = bbox_pred[pos_inds]
        pos_centerness = centerness[pos_inds]
        if num_pos > 0:
            pos_targets = bbox_targets[pos_inds]
            pos_ctr_targets = self.centerness_target(pos_targets)
            denorm = pos_ctr_targets.sum().clamp(min=1e-6)
            loss_bbox = (iou_loss(pos_bbox_preds, pos_targets) * pos_ctr_targets).sum() / denorm
            loss_ctr = F.binary_cross_entropy_with_logits(pos_centerness, pos_ctr_targets, reduction="sum") / num_pos
        else:
            loss_bbox = pos_bbox_preds.sum()
            loss_ctr = pos_centerness.sum()
        return loss_bbox, loss_ctr


def load():
    return torch.compile(FCOSLoss())


def data(labels):
    return (rand(6, 4) + 0.2).requires_grad_(), randn(6).requires_grad_(), torch.tensor(labels), rand(6, 4, seed=4) + 0.2


def cases():
    yield from build(load, lambda: data([0, 3, 2, 3, 1, 3]), "base")
    yield from build(load, lambda: data([0, 1, 2, 0, 1, 1]), "base", tag="allpos-")
    yield from build(load, lambda: data([3, 3, 3, 3, 3, 3]), "base", tag="nopos-")


EXPECT = {'topic': 'detection',
 'rewrites': ['R30'],
 'breaks': {31: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
