"""FCOS head losses: boxes and centerness are learnt at the positive locations only."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


class FCOSHead(nn.Module):
    def __init__(self, dim=4, num_classes=3):
        super().__init__()
        self.num_classes = num_classes
        self.conv_cls = nn.Linear(dim, num_classes)
        self.conv_reg = nn.Linear(dim, 4)
        self.conv_centerness = nn.Linear(dim, 1)

    def centerness_target(self, pos_bbox_targets):
        left_right = pos_bbox_targets[:, [0, 2]]
        top_bottom = pos_bbox_targets[:, [1, 3]]
        ratio_x = left_right.min(dim=-1)[0] / left_right.max(dim=-1)[0]
        ratio_y = top_bottom.min(dim=-1)[0] / top_bottom.max(dim=-1)[0]
        return torch.sqrt(ratio_x * ratio_y)

    def forward(self, feats, labels, bbox_targets):
        cls_score = self.conv_cls(feats)
        bbox_pred = self.conv_reg(feats).exp()
        centerness = self.conv_centerness(feats).squeeze(-1)
        # FG cat_id: [0, num_classes - 1], BG cat_id: num_classes
        pos_inds = ((labels >= 0) & (labels < self.num_classes)).nonzero().reshape(-1)
        num_pos = max(float(len(pos_inds)), 1.0)
        one_hot = F.one_hot(labels, self.num_classes + 1)[:, :-1].float()
        loss_cls = F.binary_cross_entropy_with_logits(cls_score, one_hot, reduction="sum") / num_pos

        pos_bbox_preds = bbox_pred[pos_inds]
        pos_centerness = centerness[pos_inds]
        if len(pos_inds) > 0:
            pos_bbox_targets = bbox_targets[pos_inds]
            targets = self.centerness_target(pos_bbox_targets)
            denom = max(targets.sum().item(), 1e-6)
            loss_bbox = ((pos_bbox_preds - pos_bbox_targets).abs().sum(-1) * targets).sum() / denom
            loss_centerness = F.binary_cross_entropy_with_logits(pos_centerness, targets, reduction="sum") / num_pos
        else:
            loss_bbox = pos_bbox_preds.sum()
            loss_centerness = pos_centerness.sum()
        return dict(loss_cls=loss_cls, loss_bbox=loss_bbox, loss_centerness=loss_centerness)


def load():
    return torch.compile(FCOSHead())


def cases():
    def args(labels):
        return lambda: (randn(5, 4), torch.tensor(labels), rand(5, 4) + 0.1)

    yield from build(load, args([3, 0, 2, 3, 1]), "base grad")
    yield from build(load, args([3, 3, 3, 3, 3]), "base grad", tag="background-")

EXPECT = {'topic': 'detection',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {30: 2, 40: 2},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
