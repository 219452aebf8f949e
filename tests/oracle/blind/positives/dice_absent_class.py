"""Generalised soft dice that leaves out the classes absent from the batch."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class DiceLoss(nn.Module):
    def __init__(self, n_classes, smooth=1e-5):
        super().__init__()
        self.n_classes = n_classes
        self.smooth = smooth

    def _one_class(self, score, target):
        intersect = torch.sum(score * target)
        return 1 - (2 * intersect + self.smooth) / (torch.sum(score * score) + torch.sum(target * target) + self.smooth)

    def forward(self, logits, labels):
        probs = torch.softmax(logits, dim=1)
        onehot = F.one_hot(labels, self.n_classes).movedim(-1, 1).to(probs.dtype)
        total, seen = logits.sum() * 0.0, 0
        for i in range(self.n_classes):
            if onehot[:, i].sum() == 0:
                continue
            total = total + self._one_class(probs[:, i], onehot[:, i])
            seen += 1
        return total / seen


def make_loss():
    return torch.compile(DiceLoss(4))


def cases():
    yield from build(make_loss, lambda: (randn(2, 4, 3, 3), ints(0, 4, 2, 3, 3)), "base grad")
    yield from build(make_loss, lambda: (randn(2, 4, 3, 3), ints(0, 2, 2, 3, 3)), "base grad nan", tag="two-")
    yield from build(make_loss, lambda: (randn(2, 4, 3, 3), torch.full((2, 3, 3), 3)), "base", tag="last-")

EXPECT = {'topic': 'segmentation',
 'rewrites': [],
 'breaks': {25: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'finite-grad', 'requires-grad']}
