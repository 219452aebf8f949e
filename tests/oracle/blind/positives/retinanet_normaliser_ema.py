"""RetinaNet: the losses are divided by a running mean of the number of foreground anchors, a float on the module."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class RetinaLosses(nn.Module):
    def __init__(self, dim=4, num_classes=3, init_normalizer=10, momentum=0.9):
        super().__init__()
        self.num_classes = num_classes
        self.cls_score = nn.Linear(dim, num_classes)
        self.bbox_pred = nn.Linear(dim, 4)
        self.loss_normalizer = float(init_normalizer)
        self.momentum = momentum

    def _ema_update(self, value):
        self.loss_normalizer = self.momentum * self.loss_normalizer + (1 - self.momentum) * value
        return self.loss_normalizer

    def forward(self, features, gt_labels, gt_deltas):
        valid_mask = gt_labels >= 0
        pos_mask = (gt_labels >= 0) & (gt_labels != self.num_classes)
        num_pos_anchors = pos_mask.sum().item()
        normalizer = self._ema_update(max(num_pos_anchors, 1))

        target = F.one_hot(gt_labels.clamp(min=0), self.num_classes + 1)[:, :-1].float()
        loss_cls = F.binary_cross_entropy_with_logits(self.cls_score(features), target, reduction="none")
        loss_cls = (loss_cls * valid_mask[:, None]).sum()
        loss_box = F.smooth_l1_loss(self.bbox_pred(features), gt_deltas, reduction="none", beta=0.1)
        loss_box = (loss_box * pos_mask[:, None]).sum()
        return {"loss_cls": loss_cls / normalizer, "loss_box_reg": loss_box / normalizer}


def load():
    return torch.compile(RetinaLosses())


def cases():
    yield from build(load, lambda: (randn(7, 4), ints(-1, 4, 7), randn(7, 4)), "base grad nan")
    yield from build(load, lambda: (randn(7, 4), torch.full((7,), 3), randn(7, 4)), "base", tag="background-")

EXPECT = {'topic': 'detection',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {26: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
