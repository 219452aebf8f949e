"""Dice loss of a segmentation network averaged over the classes that occur in the target."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def one_hot(target: torch.Tensor, num_classes: int) -> torch.Tensor:
    return F.one_hot(target, num_classes).movedim(-1, 1)


class MultiClassDiceLoss(nn.Module):
    def __init__(self, num_classes: int, smooth: float = 1e-5, ignore_background: bool = True, weight=None):
        super().__init__()
        self.num_classes = num_classes
        self.smooth = smooth
        self.ignore_background = ignore_background
        self.weight = weight or [1.0] * num_classes

    def binary_dice(self, score: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        intersect = (score * target).sum()
        cardinality = (score * score).sum() + (target * target).sum()
        return 1.0 - (2.0 * intersect + self.smooth) / (cardinality + self.smooth)

    def forward(self, logits: torch.Tensor, target: torch.Tensor) -> torch.Tensor:
        """logits: [B, C, H, W]; target: [B, H, W]"""
        probs = logits.softmax(dim=1)
        onehot = one_hot(target, self.num_classes).to(probs.dtype)

        loss = probs.new_zeros(())
        count = 0
        for c in range(1 if self.ignore_background else 0, self.num_classes):
            if onehot[:, c].sum() == 0:
                continue
            loss = loss + self.weight[c] * self.binary_dice(probs[:, c], onehot[:, c])
            count += 1
        return loss / max(count, 1)


class SegHead(nn.Module):
    def __init__(self, channels=3, num_classes=4, **kw):
        super().__init__()
        self.conv = nn.Conv2d(channels, num_classes, 1)
        self.criterion = MultiClassDiceLoss(num_classes, **kw)

    def forward(self, x, target):
        return self.criterion(self.conv(x), target)


def make(**kw):
    return torch.compile(SegHead(**kw))


def _args(lo=0, hi=4, n=2):
    return randn(n, 3, 4, 4), ints(lo, hi, n, 4, 4)


def cases():
    yield from build(make, _args, "base grad nan")
    yield from build(make, lambda: _args(0, 1), "base grad", tag="background-")
    yield from build(make, lambda: _args(2, 3, 1), "base", tag="one-")
    yield from build(lambda: make(ignore_background=False, weight=[0.5, 1, 2, 1]), lambda: _args(0, 3), "base", tag="all-")

EXPECT = {'topic': 'segmentation',
 'rewrites': [],
 'breaks': {35: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
