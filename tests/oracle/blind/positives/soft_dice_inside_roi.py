"""Soft Dice loss of a segmentation network, inside the part of the volume that was annotated."""

import torch
from torch import nn

from fxkit import bools, build, randn


class SoftDiceInROI(nn.Module):
    """Dice over foreground channels; voxels outside of the region of interest do not count."""

    def __init__(self, smooth=1e-5, include_background=False):
        super().__init__()
        self.smooth = smooth
        self.start = 0 if include_background else 1

    def channel_dice(self, prob, target, roi):
        intersection = (prob * target)[roi].sum()
        denominator = prob[roi].sum() + target[roi].sum()
        return (2.0 * intersection + self.smooth) / (denominator + self.smooth)

    def forward(self, logits, onehot, roi):
        prob = logits.softmax(dim=1)
        scores = [self.channel_dice(prob[:, c], onehot[:, c], roi) for c in range(self.start, prob.shape[1])]
        return 1.0 - torch.stack(scores).mean()


class SegTask(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = nn.Conv3d(2, 3, 1)
        self.loss = SoftDiceInROI()

    def forward(self, image, onehot, roi):
        logits = self.head(image)
        return self.loss(logits, onehot, roi), logits


def load():
    return torch.compile(SegTask())


def onehot():
    return nn.functional.one_hot(randn(2, 2, 3, 3).argsort(dim=-1), 3).permute(0, 4, 1, 2, 3).float()


def cases():
    yield from build(load, lambda: (randn(2, 2, 2, 3, 3), onehot(), bools(2, 2, 3, 3)), "base grad big true false")

EXPECT = {'rewrites': [],
 'topic': 'medical',
 'kind': 'mask',
 'breaks': {18: 3, 19: 4},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 11,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
