"""Anchor-free detector: box and centerness losses are taken over the positive points, or are empty sums."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, rand, randn


def centerness_target(pos_bbox_targets):
    left_right = pos_bbox_targets[:, [0, 2]]
    top_bottom = pos_bbox_targets[:, [1, 3]]
    lr = left_right.min(dim=-1)[0] / left_right.max(dim=-1)[0]
    tb = top_bottom.min(dim=-1)[0] / top_bottom.max(dim=-1)[0]
    return torch.sqrt(lr * tb)


class FCOSHead(nn.Module):
    def __init__(self, in_channels=4, num_classes=3):
        super().__init__()
        self.num_classes = num_classes
        self.tower = nn.Sequential(nn.Linear(in_channels, 6), nn.GroupNorm(2, 6), nn.ReLU())
        self.cls = nn.Linear(6, num_classes)
        self.reg = nn.Linear(6, 4)
        self.ctr = nn.Linear(6, 1)

    def loss(self, cls_scores, bbox_preds, centernesses, labels, bbox_targets):
        pos_inds = ((labels >= 0) & (labels < self.num_classes)).nonzero().reshape(-1)
        num_pos = len(pos_inds)
        onehot = F.one_hot(labels, self.num_classes + 1)[:, : self.num_classes].float()
        loss_cls = F.binary_cross_entropy_with_logits(cls_scores, onehot, reduction="sum") / max(num_pos, 1)
        pos_bbox_preds = bbox_preds[pos_inds]
        pos_centerness = centernesses[pos_inds]
        if num_pos > 0:
            pos_targets = bbox_targets[pos_inds]
            pos_weight = centerness_target(pos_targets)
            l1 = F.smooth_l1_loss(pos_bbox_preds, pos_targets, reduction="none").sum(dim=-1)
            loss_bbox = (l1 * pos_weight).sum() / pos_weight.sum()
            loss_ctr = F.binary_cross_entropy_with_logits(pos_centerness, pos_weight)
        else:
            loss_bbox = pos_bbox_preds.sum()
            loss_ctr = pos_centerness.sum()
        return dict(loss_cls=loss_cls, loss_bbox=loss_bbox, loss_centerness=loss_ctr)

    def forward(self, points, labels, bbox_targets):
        h = self.tower(points)
        return self.loss(self.cls(h), self.reg(h).exp(), self.ctr(h).squeeze(-1), labels, bbox_targets)


def load():
    return torch.compile(FCOSHead())


def cases():
    yield from build(load, lambda: (randn(7, 4), ints(0, 4, 7), rand(7, 4) + 0.1), "base grad")
    yield from build(load, lambda: (randn(7, 4), torch.full((7,), 3), rand(7, 4) + 0.1), "base", tag="negative-")

EXPECT = {'topic': 'detection',
 'kind': 'mask reduction',
 'rewrites': [],
 'breaks': {28: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close', 'finite', 'grad-none-zero'],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
