"""Segmentation loss of a scene text detector: cross entropy balanced by hard negative mining."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, rand, randn


class BalanceCrossEntropyLoss(nn.Module):
    """
    Balanced cross entropy loss.
    Shape:
        - pred: (N, 1, H, W)
        - gt: (N, 1, H, W), same shape as the prediction
        - mask: (N, H, W), the mask indicates positive regions
    """

    def __init__(self, negative_ratio=3.0, eps=1e-6):
        super().__init__()
        self.negative_ratio = negative_ratio
        self.eps = eps

    def forward(self, pred: torch.Tensor, gt: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        mask = mask.unsqueeze(1)
        positive = (gt * mask).byte()
        negative = ((1 - gt) * mask).byte()
        positive_count = int(positive.float().sum())
        negative_count = min(int(negative.float().sum()), int(positive_count * self.negative_ratio))
        loss = F.binary_cross_entropy(pred, gt, reduction="none")
        positive_loss = loss * positive.float()
        negative_loss = loss * negative.float()
        negative_loss, _ = torch.topk(negative_loss.view(-1), negative_count)

        return (positive_loss.sum() + negative_loss.sum()) / (positive_count + negative_count + self.eps)


class MaskL1Loss(nn.Module):
    def __init__(self, eps=1e-6):
        super().__init__()
        self.eps = eps

    def forward(self, pred: torch.Tensor, gt: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        return ((pred - gt).abs() * mask).sum() / (mask.sum() + self.eps)


class DBHead(nn.Module):
    def __init__(self, channels=3, l1_scale=10.0, ratio=3.0):
        super().__init__()
        self.binarize = nn.Conv2d(channels, 1, 1)
        self.threshold = nn.Conv2d(channels, 1, 1)
        self.bce_loss = BalanceCrossEntropyLoss(ratio)
        self.l1_loss = MaskL1Loss()
        self.l1_scale = l1_scale

    def forward(self, feature, gt, mask, thresh_map):
        prob = torch.sigmoid(self.binarize(feature))
        thresh = torch.sigmoid(self.threshold(feature)).squeeze(1)
        bce = self.bce_loss(prob, gt, mask)
        l1 = self.l1_loss(thresh, thresh_map, mask)
        return bce + self.l1_scale * l1


def make(**kw):
    return torch.compile(DBHead(**kw))


def _args(p, valid=0.9, n=2):
    gt = bools(n, 1, 4, 4, p=p).float()
    return randn(n, 3, 4, 4), gt, bools(n, 4, 4, seed=2, p=valid).float(), rand(n, 4, 4)


def cases():
    yield from build(make, lambda: _args(0.15), "base grad")
    yield from build(make, lambda: _args(0.7), "base", tag="dense-")
    yield from build(make, lambda: _args(-1.0), "base grad", tag="empty-")
    yield from build(lambda: make(ratio=0.5), lambda: _args(0.3, valid=2.0, n=1), "base", tag="half-")

EXPECT = {'topic': 'text detection',
 'rewrites': [],
 'breaks': {28: 6, 29: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'grad-close', 'finite', 'finite-grad', 'number-tensor']}
