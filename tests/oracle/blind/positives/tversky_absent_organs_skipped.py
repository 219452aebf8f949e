"""Tversky loss of multi organ segmentation: organs without any voxel in the batch do not count."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class TverskyLoss(nn.Module):
    def __init__(self, alpha=0.3, beta=0.7, smooth=1.0):
        super().__init__()
        self.alpha, self.beta, self.smooth = alpha, beta, smooth

    def per_class(self, p, g):
        tp = (p * g).sum()
        fp = (p * (1 - g)).sum()
        fn = ((1 - p) * g).sum()
        return 1 - (tp + self.smooth) / (tp + self.alpha * fp + self.beta * fn + self.smooth)

    def forward(self, logits, target):
        probs = logits.softmax(dim=1)
        onehot = F.one_hot(target, logits.shape[1]).permute(0, 3, 1, 2).to(probs.dtype)
        total = probs.new_zeros(())
        n = 0
        for c in range(1, logits.shape[1]):
            if onehot[:, c].sum() == 0:
                continue
            total = total + self.per_class(probs[:, c], onehot[:, c])
            n += 1
        return total / max(n, 1)


class OrganNet(nn.Module):
    def __init__(self, classes=4):
        super().__init__()
        self.body = nn.Conv2d(1, classes, 3, padding=1)
        self.loss = TverskyLoss()

    def forward(self, image, target):
        logits = self.body(image)
        return F.cross_entropy(logits, target) + self.loss(logits, target)


def load():
    return torch.compile(OrganNet())


def cases():
    yield from build(load, lambda: (randn(2, 1, 4, 4), ints(0, 4, 2, 4, 4)), "base grad")
    yield from build(load, lambda: (randn(2, 1, 4, 4), ints(0, 2, 2, 4, 4) * 2), "base", tag="one-")
    yield from build(load, lambda: (randn(2, 1, 4, 4), torch.zeros(2, 4, 4, dtype=torch.long)), "base", tag="none-")

EXPECT = {'topic': 'segmentation',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {27: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
