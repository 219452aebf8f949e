"""Confusion matrix and mean IoU for semantic segmentation."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


class StreamSegMetrics(nn.Module):
    def __init__(self, num_classes=4):
        super().__init__()
        self.num_classes = num_classes
        self.register_buffer("confusion", torch.zeros(num_classes, num_classes, dtype=torch.long))

    def _fast_hist(self, label_true, label_pred):
        mask = (label_true >= 0) & (label_true < self.num_classes)
        hist = torch.bincount(
            self.num_classes * label_true[mask] + label_pred[mask],
            minlength=self.num_classes**2,
        ).reshape(self.num_classes, self.num_classes)
        return hist

    def forward(self, logits, target):
        pred = logits.argmax(dim=1)
        self.confusion += self._fast_hist(target.flatten(), pred.flatten())
        hist = self.confusion.float()
        iou = hist.diag() / (hist.sum(1) + hist.sum(0) - hist.diag()).clamp(min=1.0)
        acc = hist.diag().sum() / hist.sum().clamp(min=1.0)
        return {"acc": acc, "miou": iou.mean(), "iou": iou}


def load():
    return torch.compile(StreamSegMetrics())


def labels(ignored):
    t = ints(0, 4, 2, 3, 3)
    t[:, :ignored] = 255
    return t


def cases():
    yield from build(load, lambda: (randn(2, 4, 3, 3), labels(1)), "base neg")
    yield from build(load, lambda: (randn(2, 4, 3, 3), labels(0)), "base half", tag="all-")
    yield from build(load, lambda: (randn(2, 4, 3, 3), labels(3)), "base", tag="ignored-")


EXPECT = {'topic': 'metrics',
 'rewrites': ['R30'],
 'breaks': {-1: 2, 17: 3, 18: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
