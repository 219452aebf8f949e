"""Segmentation: class weights after ENet, from the class frequencies of the batch, with a Python comprehension."""

import math

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


def enet_weighing(labels, num_classes, c=1.02):
    counts = torch.bincount(labels.flatten(), minlength=num_classes)
    propensity = counts / labels.numel()
    weights = [1.0 / math.log(c + p) for p in propensity.tolist()]
    return torch.tensor(weights)


class SegNet(nn.Module):
    def __init__(self, num_classes=4, width=5):
        super().__init__()
        self.num_classes = num_classes
        self.stem = nn.Conv2d(3, width, 3, padding=1)
        self.classifier = nn.Conv2d(width, num_classes, 1)

    def forward(self, image, label):
        logits = self.classifier(F.relu(self.stem(image)))
        weight = enet_weighing(label, self.num_classes)
        return F.cross_entropy(logits, label, weight=weight), logits.argmax(1)


def load():
    return torch.compile(SegNet())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 4), ints(0, 4, 2, 4, 4)), "base grad nan")
    yield from build(load, lambda: (randn(2, 3, 4, 4), torch.zeros(2, 4, 4).long()), "base", tag="sky-")

EXPECT = {'topic': 'segmentation',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {13: 2, 15: 1},
 'gb': ['GB0036', 'GB0109'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
