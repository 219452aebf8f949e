"""Losses of the DBNet text detector: balanced cross entropy with mined negatives, masked L1 and dice."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, bools, rand


class BalanceCrossEntropyLoss(nn.Module):
    """Balanced cross entropy loss with at most negative_ratio negatives for each positive."""

    def __init__(self, negative_ratio=3.0, eps=1e-6):
        super().__init__()
        self.negative_ratio = negative_ratio
        self.eps = eps

    def forward(self, pred, gt, mask):
        positive = (gt * mask).byte()
        negative = ((1 - gt) * mask).byte()
        positive_count = int(positive.float().sum())
        negative_count = min(int(negative.float().sum()), int(positive_count * self.negative_ratio))
        loss = F.binary_cross_entropy(pred, gt, reduction="none")
        positive_loss = loss * positive.float()
        negative_loss = loss * negative.float()
        negative_loss, _ = torch.topk(negative_loss.view(-1), negative_count)
        balance_loss = (positive_loss.sum() + negative_loss.sum()) / (positive_count + negative_count + self.eps)
        return balance_loss


class MaskL1Loss(nn.Module):
    def __init__(self, eps=1e-6):
        super().__init__()
        self.eps = eps

    def forward(self, pred, gt, mask):
        return (torch.abs(pred - gt) * mask).sum() / (mask.sum() + self.eps)


class DBLoss(nn.Module):
    def __init__(self, alpha=1.0, beta=10.0, k=50):
        super().__init__()
        self.alpha, self.beta, self.k = alpha, beta, k
        self.bce_loss = BalanceCrossEntropyLoss()
        self.l1_loss = MaskL1Loss()
        self.head = nn.Conv2d(3, 2, 1)

    def forward(self, x, shrink_map, shrink_mask, threshold_map, threshold_mask):
        prob, thresh = torch.sigmoid(self.head(x)).unbind(1)
        binary = torch.reciprocal(1 + torch.exp(-self.k * (prob - thresh)))
        loss_shrink = self.bce_loss(prob, shrink_map, shrink_mask)
        loss_threshold = self.l1_loss(thresh, threshold_map, threshold_mask)
        inter = (binary * shrink_map * shrink_mask).sum()
        union = (binary * shrink_mask).sum() + (shrink_map * shrink_mask).sum() + 1e-6
        loss_dice = 1 - 2.0 * inter / union
        return self.alpha * loss_shrink + self.beta * loss_threshold + loss_dice


def load():
    return torch.compile(DBLoss())


def batch(text=0.2, care=0.8):
    shape = (2, 4, 4)
    return (rand(2, 3, 4, 4), bools(*shape, p=text).float(), bools(*shape, seed=1, p=care).float(),
            rand(*shape, seed=2), bools(*shape, seed=3).float())


def cases():
    yield from build(load, batch, "base grad")
    yield from build(load, lambda: batch(0.7), "base grad", tag="dense-")
    yield from build(load, lambda: batch(-1.0), "base grad", tag="no-text-")
    yield from build(load, lambda: batch(0.2, -1.0), "base", tag="ignored-")


EXPECT = {'topic': 'text detection',
 'rewrites': [],
 'breaks': {21: 2, 22: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
