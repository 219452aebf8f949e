"""Soft Dice loss averaged over the classes that occur in the target."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class DiceLoss(nn.Module):
    """Classes without a single target pixel do not count for the mean."""

    def __init__(self, num_classes, ignore_background=True, smooth=1.0):
        super().__init__()
        self.num_classes = num_classes
        self.ignore_background = ignore_background
        self.smooth = smooth

    def _dice(self, prob, target):
        inter = (prob * target).sum()
        union = prob.sum() + target.sum()
        return 1.0 - (2.0 * inter + self.smooth) / (union + self.smooth)

    def forward(self, logits, target):
        probs = F.softmax(logits, dim=1)
        onehot = F.one_hot(target, self.num_classes).permute(0, 3, 1, 2).to(probs.dtype)
        start = 1 if self.ignore_background else 0
        losses = []
        for c in range(start, self.num_classes):
            if onehot[:, c].sum() == 0:
                continue
            losses.append(self._dice(probs[:, c], onehot[:, c]))
        if not losses:
            return logits.sum() * 0.0
        return torch.stack(losses).mean()


class Segmenter(nn.Module):
    def __init__(self, num_classes=4):
        super().__init__()
        self.conv = nn.Conv2d(2, num_classes, 3, padding=1)
        self.dice = DiceLoss(num_classes)

    def forward(self, image, target):
        logits = self.conv(image)
        ce = F.cross_entropy(logits, target)
        return ce + 0.5 * self.dice(logits, target)


def load():
    return torch.compile(Segmenter())


def cases():
    yield from build(load, lambda: (randn(2, 2, 4, 4), ints(0, 4, 2, 4, 4)), "base grad")
    yield from build(load, lambda: (randn(2, 2, 4, 4), 2 * ints(0, 2, 2, 4, 4)), "base grad", tag="two-")
    yield from build(load, lambda: (randn(2, 2, 4, 4), torch.zeros(2, 4, 4, dtype=torch.long)), "base", tag="empty-")


EXPECT = {'topic': 'segmentation',
 'kind': 'class_loop_append',
 'rewrites': [],
 'breaks': {30: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'grad-close']}
