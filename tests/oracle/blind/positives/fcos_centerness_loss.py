"""FCOS regression loss: nothing to regress when no location is positive."""

import torch
from torch import nn

from fxkit import build, rand, randn


def compute_centerness(reg):
    left_right = reg[:, [0, 2]]
    top_bottom = reg[:, [1, 3]]
    lr = left_right.min(dim=-1)[0] / left_right.max(dim=-1)[0]
    tb = top_bottom.min(dim=-1)[0] / top_bottom.max(dim=-1)[0]
    return torch.sqrt(lr * tb)


def iou_loss(pred, target):
    pred_area = (pred[:, 0] + pred[:, 2]) * (pred[:, 1] + pred[:, 3])
    target_area = (target[:, 0] + target[:, 2]) * (target[:, 1] + target[:, 3])
    w = torch.min(pred[:, 0], target[:, 0]) + torch.min(pred[:, 2], target[:, 2])
    h = torch.min(pred[:, 1], target[:, 1]) + torch.min(pred[:, 3], target[:, 3])
    inter = w * h
    return -torch.log((inter + 1.0) / (pred_area + target_area - inter + 1.0))


class FCOSLoss(nn.Module):
    def __init__(self, in_dim=6):
        super().__init__()
        self.bbox_pred = nn.Linear(in_dim, 4)
        self.reg_weight = 2.0

    def forward(self, feats, labels, reg_targets):
        pred = torch.exp(self.bbox_pred(feats))
        pos = labels > 0
        if pos.sum() == 0:
            return pred.sum() * 0.0
        centerness = compute_centerness(reg_targets[pos])
        losses = iou_loss(pred[pos], reg_targets[pos])
        return self.reg_weight * (losses * centerness).sum() / centerness.sum()


def load():
    return torch.compile(FCOSLoss())


def cases():
    some = torch.tensor([0, 1, 2, 0, 0, 3, 0, 1])
    yield from build(load, lambda: (randn(8, 6), some, rand(8, 4) + 0.1), "base grad")
    yield from build(load, lambda: (randn(8, 6), torch.zeros(8, dtype=torch.long), rand(8, 4) + 0.1), "base grad", tag="none-")
    yield from build(load, lambda: (randn(8, 6), torch.ones(8, dtype=torch.long), rand(8, 4) + 0.1), "base", tag="all-")


EXPECT = {'topic': 'detection',
 'kind': 'empty_mask_early_return',
 'rewrites': [],
 'breaks': {35: 2, 37: 2, 38: 3},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close', 'grad-none-zero'],
 'unsafe': ['close', 'finite-grad', 'grad-close', 'grad-none-zero']}
