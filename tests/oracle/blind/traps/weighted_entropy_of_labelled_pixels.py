"""Semi-supervised segmentation: class weights also weigh the denominator of the mean."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import bools, build, ints, randn


class LabelledCrossEntropy(nn.Module):
    def __init__(self, class_weights, label_smoothing=0.0):
        super().__init__()
        self.register_buffer("weight", torch.tensor(class_weights))
        self.label_smoothing = label_smoothing

    def forward(self, logits, target, labelled):
        """logits: (pixels, classes); target: (pixels,); labelled: (pixels,) bool."""
        logits, target = logits[labelled], target[labelled]
        return F.cross_entropy(logits, target, weight=self.weight, label_smoothing=self.label_smoothing)


class Segmenter(nn.Module):
    def __init__(self, dim=4, classes=3, label_smoothing=0.0):
        super().__init__()
        self.head = nn.Linear(dim, classes)
        self.criterion = LabelledCrossEntropy([0.2, 1.0, 3.0], label_smoothing)

    def forward(self, pixels, target, labelled):
        logits = self.head(pixels)
        supervised = self.criterion(logits, target, labelled)
        entropy = -(logits.softmax(-1) * logits.log_softmax(-1)).sum(-1).mean()
        return supervised + 0.1 * entropy


def load(label_smoothing=0.0):
    return torch.compile(Segmenter(label_smoothing=label_smoothing))


def cases():
    yield from build(load, lambda: (randn(8, 4), ints(0, 3, 8), bools(8)), "base grad true false")
    yield from build(lambda: load(0.1), lambda: (randn(8, 4), ints(0, 3, 8), bools(8)), "base grad", tag="smooth-")

EXPECT = {'topic': 'segmentation',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {18: 4},
 'gb': ['GB0036'],
 'skips': 0,
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
