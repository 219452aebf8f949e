"""Mean IoU over the classes that occur: an absent one is zero by zero, and must not count."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class MeanIoU(nn.Module):
    def __init__(self, num_classes=4):
        super().__init__()
        self.num_classes = num_classes

    def soft_counts(self, probs, target):
        one_hot = F.one_hot(target, self.num_classes).float()
        inter = (probs * one_hot).sum(dim=0)
        union = one_hot.sum(dim=0) * (1 + probs.sum(dim=0)) - inter
        return inter, union, one_hot.sum(dim=0) > 0

    def forward(self, probs, target):
        inter, union, present = self.soft_counts(probs, target)
        iou = inter / union
        return iou[present].mean(), iou[present].log().sum()


class SegmentationLoss(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.head = nn.Linear(dim, 4)
        self.iou = MeanIoU()

    def forward(self, x, target):
        mean, log_sum = self.iou(self.head(x).softmax(dim=-1), target)
        return 1 - mean - 0.1 * log_sum


def load():
    return torch.compile(SegmentationLoss())


def cases():
    yield from build(load, lambda: (randn(8, 3), ints(0, 4, 8)), "base grad")
    yield from build(load, lambda: (randn(8, 3), torch.tensor([1, 1, 3, 1, 3, 3, 1, 1])), "base grad", tag="absent-")

EXPECT = {'topic': 'segmentation',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN outside of the mask'],
 'breaks': {24: 3},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
