"""Dense detector: the losses are divided by the number of positive anchors, as a number given to a helper."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def weight_reduce_loss(loss, weight=None, avg_factor=None, eps=1e-4):
    """Applies a weight per element and reduces, by the mean or by a given factor."""
    if weight is not None:
        loss = loss * weight
    if avg_factor is None:
        return loss.mean()
    return loss.sum() / (avg_factor + eps)


def sigmoid_focal_loss(logits, target, alpha=0.25, gamma=2.0, avg_factor=None):
    prob = logits.sigmoid()
    pt = torch.where(target > 0, prob, 1 - prob)
    weight = torch.where(target > 0, alpha, 1 - alpha) * (1 - pt).pow(gamma)
    bce = F.binary_cross_entropy_with_logits(logits, target, reduction="none")
    return weight_reduce_loss(bce, weight, avg_factor)


class RetinaHead(nn.Module):
    def __init__(self, dim=4, classes=3):
        super().__init__()
        self.classes = classes
        self.cls = nn.Linear(dim, classes)
        self.reg = nn.Linear(dim, 4)

    def forward(self, feats, labels, deltas):
        positive = labels < self.classes
        avg_factor = float(positive.sum())
        onehot = F.one_hot(labels, self.classes + 1)[..., :-1].float()
        loss_cls = sigmoid_focal_loss(self.cls(feats), onehot, avg_factor=avg_factor)
        l1 = F.l1_loss(self.reg(feats), deltas, reduction="none").sum(dim=-1)
        return {"loss_cls": loss_cls, "loss_bbox": weight_reduce_loss(l1, positive.float(), avg_factor)}


def load():
    return torch.compile(RetinaHead())


def cases():
    yield from build(load, lambda: (randn(7, 4), ints(0, 4, 7), randn(7, 4)), "base grad big nan")
    yield from build(load, lambda: (randn(7, 4), torch.full((7,), 3), randn(7, 4)), "base", tag="background-")

EXPECT = {'topic': 'detection',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {36: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
