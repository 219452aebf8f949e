"""Region proposal network: objectness is trained on sampled anchors, the boxes only on the positive ones."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class RPNLoss(nn.Module):
    def __init__(self, beta=1.0 / 9):
        super().__init__()
        self.beta = beta
        self.compute_loss = torch.compile(self.compute_loss)

    def compute_loss(self, objectness, pred_bbox_deltas, labels, regression_targets):
        """labels: 1 object, 0 background, -1 was not sampled"""
        sampled_pos_inds = torch.where(labels >= 1)[0]
        sampled_neg_inds = torch.where(labels == 0)[0]
        sampled_inds = torch.cat([sampled_pos_inds, sampled_neg_inds], dim=0)

        objectness = objectness.flatten()
        box_loss = F.smooth_l1_loss(
            pred_bbox_deltas[sampled_pos_inds], regression_targets[sampled_pos_inds], beta=self.beta, reduction="sum"
        ) / (sampled_inds.numel())
        objectness_loss = F.binary_cross_entropy_with_logits(objectness[sampled_inds], labels[sampled_inds].float())
        return objectness_loss, box_loss


class RPN(nn.Module):
    def __init__(self, dim=5):
        super().__init__()
        self.cls_logits = nn.Linear(dim, 1)
        self.bbox_pred = nn.Linear(dim, 4)
        self.loss = RPNLoss()

    def forward(self, features, labels, targets):
        objectness, deltas = self.cls_logits(features), self.bbox_pred(features)
        loss_objectness, loss_rpn_box_reg = self.loss.compute_loss(objectness, deltas, labels, targets)
        return {"loss_objectness": loss_objectness, "loss_rpn_box_reg": loss_rpn_box_reg}


def load():
    return RPN()


def cases():
    yield from build(load, lambda: (randn(10, 5), ints(-1, 2, 10), randn(10, 4)), "base grad big")
    yield from build(load, lambda: (randn(6, 5), torch.tensor([0, -1, 0, -1, -1, 0]), randn(6, 4)), "base grad", tag="background-")

EXPECT = {'topic': 'detection',
 'kind': 'indices',
 'rewrites': [],
 'breaks': {18: 1, 19: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
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
