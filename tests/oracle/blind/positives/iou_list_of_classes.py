"""Intersection over union of each class in a Python list; classes that are nowhere do not count."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class SegmentationStep(nn.Module):
    def __init__(self, channels=3, num_classes=3):
        super().__init__()
        self.num_classes = num_classes
        self.head = nn.Conv2d(channels, num_classes, 1)

    def mean_iou(self, pred, target):
        ious = []
        for cls in range(self.num_classes):
            pred_inds = pred == cls
            target_inds = target == cls
            intersection = (pred_inds & target_inds).sum().item()
            union = (pred_inds | target_inds).sum().item()
            if union > 0:
                ious.append(intersection / union)
        return sum(ious) / max(len(ious), 1)

    def forward(self, images, target):
        logits = self.head(images)
        loss = F.cross_entropy(logits, target)
        miou = self.mean_iou(logits.argmax(dim=1), target)
        return loss, miou


def load():
    return torch.compile(SegmentationStep())


def cases():
    yield from build(load, lambda: (randn(1, 3, 3, 3), ints(0, 3, 1, 3, 3)), "base grad big")
    yield from build(load, lambda: (randn(1, 3, 3, 3), torch.zeros(1, 3, 3, dtype=torch.int64)), "base", tag="one-")

EXPECT = {'topic': 'segmentation',
 'kind': 'item',
 'rewrites': [],
 'breaks': {21: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
