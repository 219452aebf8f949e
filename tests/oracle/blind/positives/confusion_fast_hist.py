"""Semantic segmentation keeps a confusion matrix during validation and reports mean IoU."""

import torch
from torch import nn

from fxkit import build, ints, randn


class ConfusionMatrix(nn.Module):
    def __init__(self, num_classes, ignore_index=255):
        super().__init__()
        self.num_classes = num_classes
        self.ignore_index = ignore_index
        self.register_buffer("mat", torch.zeros(num_classes, num_classes, dtype=torch.long))

    def update(self, a, b):
        n = self.num_classes
        k = (a >= 0) & (a < n)
        inds = n * a[k].to(torch.int64) + b[k]
        self.mat += torch.bincount(inds, minlength=n ** 2).reshape(n, n)

    def compute(self):
        h = self.mat.float()
        acc_global = torch.diag(h).sum() / h.sum()
        iu = torch.diag(h) / (h.sum(1) + h.sum(0) - torch.diag(h))
        return acc_global, iu


class Evaluator(nn.Module):
    def __init__(self, channels=3, num_classes=3):
        super().__init__()
        self.head = nn.Conv2d(channels, num_classes, 1)
        self.confmat = ConfusionMatrix(num_classes)

    @torch.no_grad()
    def forward(self, image, target):
        output = self.head(image)
        self.confmat.update(target.flatten(), output.argmax(1).flatten())
        return self.confmat.compute()


def load():
    return torch.compile(Evaluator())


def target(ignored):
    t = ints(0, 3, 2, 4, 4)
    t[:, :ignored] = 255
    return t


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 4), target(1)), "base grad zero nan")
    yield from build(load, lambda: (randn(2, 3, 4, 4), target(0)), "base", tag="all-")
    yield from build(load, lambda: (randn(2, 3, 4, 4), target(4)), "base", tag="ignored-")

EXPECT = {'topic': 'vision',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {19: 8, 20: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
