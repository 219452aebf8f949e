"""RetinaNet style classification loss, normalised by the number of positive anchors."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


@dataclass
class FocalConfig:
    alpha: float = 0.25
    gamma: float = 2.0
    ignore_label: int = -1
    num_classes: int = 3


def sigmoid_focal_loss(logits, targets, alpha, gamma):
    prob = torch.sigmoid(logits)
    ce = F.binary_cross_entropy_with_logits(logits, targets, reduction="none")
    p_t = prob * targets + (1 - prob) * (1 - targets)
    loss = ce * (1 - p_t) ** gamma
    alpha_t = alpha * targets + (1 - alpha) * (1 - targets)
    return alpha_t * loss


class RetinaHead(nn.Module):
    def __init__(self, cfg, in_features=8):
        super().__init__()
        self.cfg = cfg
        self.cls_score = nn.Linear(in_features, cfg.num_classes)
        nn.init.normal_(self.cls_score.weight, std=0.1)
        nn.init.zeros_(self.cls_score.bias)
        self.loss_normalizer = 100.0
        self.loss_normalizer_momentum = 0.9

    def forward(self, feats, labels):
        logits = self.cls_score(feats)
        valid = labels != self.cfg.ignore_label
        pos_mask = (labels > 0) & valid
        num_pos_anchors = pos_mask.sum().item()
        normalizer = max(num_pos_anchors, 1)
        onehot = F.one_hot(labels.clamp(min=0), self.cfg.num_classes + 1)[..., 1:]
        loss = sigmoid_focal_loss(logits[valid], onehot[valid].to(logits.dtype), self.cfg.alpha, self.cfg.gamma)
        return {"loss_cls": loss.sum() / normalizer}


def load():
    return torch.compile(RetinaHead(FocalConfig()))


def cases():
    yield from build(load, lambda: (randn(12, 8), ints(-1, 4, 12)), "base grad big small zero")
    yield from build(load, lambda: (randn(12, 8), ints(-1, 1, 12)), "base grad", tag="bg-")


EXPECT = {'topic': 'detection',
 'kind': 'item_normalizer',
 'rewrites': [],
 'breaks': {43: 2, 46: 2},
 'gb': ['GB0036', 'GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'grad-close', 'no-training']}
