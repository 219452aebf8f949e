"""Panoptic training: pixels of no class carry the label 255 and are taken out before the loss."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn

VOID = 255


class SemanticHead(nn.Module):
    def __init__(self, in_channels=3, num_classes=4):
        super().__init__()
        self.conv = nn.Conv2d(in_channels, num_classes, 1)

    def losses(self, logits, labels):
        logits = logits.permute(0, 2, 3, 1)
        known = labels != VOID
        return F.cross_entropy(logits[known], labels[known])

    def forward(self, features, labels):
        logits = self.conv(features)
        return {"loss_sem_seg": self.losses(logits, labels), "prediction": logits.argmax(dim=1)}


def load():
    return torch.compile(SemanticHead())


def labels(void=0.3):
    y = ints(0, 4, 2, 4, 4)
    return torch.where(randn(2, 4, 4).sigmoid() < void, VOID, y)


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 4), labels()), "base grad big")
    yield from build(load, lambda: (randn(2, 3, 4, 4), labels(2.0)), "base", tag="all-void-")
    yield from build(load, lambda: (randn(2, 3, 4, 4), labels(-1.0)), "base", tag="no-void-")
    # a label that is neither a class nor void is an error of the data set
    yield from build(load, lambda: (randn(2, 3, 4, 4), labels() + 2 * (labels() == 3)), "base", tag="broken-")

EXPECT = {'topic': 'segmentation',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['values outside of the mask', 'exceptions'],
 'breaks': {20: 3},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
