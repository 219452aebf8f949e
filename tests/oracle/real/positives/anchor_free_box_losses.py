"""Box and objectness losses of an anchor free detector, over the foreground points."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, rand, randn


def iou_of_distances(pred, target):
    inter = torch.minimum(pred, target).clamp(min=0)
    inter = (inter[:, 0] + inter[:, 2]) * (inter[:, 1] + inter[:, 3])
    area_p = (pred[:, 0] + pred[:, 2]) * (pred[:, 1] + pred[:, 3])
    area_t = (target[:, 0] + target[:, 2]) * (target[:, 1] + target[:, 3])
    return inter / (area_p + area_t - inter + 1e-7)


class FCOSLoss(nn.Module):
    def __init__(self, box_weight=2.0):
        super().__init__()
        self.box_weight = box_weight
        self.scale = nn.Parameter(torch.ones(()))

    def forward(self, ltrb, targets, fg_mask):
        num_pos = fg_mask.sum().clamp(min=1)
        pos = ltrb[fg_mask].abs() * self.scale
        gt = targets[fg_mask]
        loss_l1 = F.l1_loss(pos, gt, reduction="sum") / num_pos
        loss_iou = (1 - iou_of_distances(pos, gt)).sum() / num_pos
        return self.box_weight * loss_iou + loss_l1, {"loss_iou": loss_iou.detach(), "loss_l1": loss_l1.detach()}


def load():
    return torch.compile(FCOSLoss())


def cases():
    yield from build(load, lambda: (randn(7, 4), rand(7, 4) + 0.1, bools(7)), "base grad true false big")

EXPECT = {'topic': 'detection',
 'rewrites': ['R30'],
 'breaks': {26: 2, 27: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
