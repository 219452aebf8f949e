"""Active learning: the share of classes that the batch covers; labels may go beyond the classes known so far."""

import torch
from torch import nn

from fxkit import build, ints, randn


class Coverage(nn.Module):
    def __init__(self, known_classes=4):
        super().__init__()
        self.known_classes = known_classes

    def forward(self, labels):
        counts = torch.bincount(labels, minlength=self.known_classes)
        share = counts / counts.sum()
        entropy = -(share * (share + 1e-9).log()).sum()
        return (counts > 0).float().mean(), entropy


class Acquisition(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.uncertainty = nn.Linear(dim, 1)
        self.coverage = Coverage()

    def forward(self, features, labels):
        covered, entropy = self.coverage(labels)
        return self.uncertainty(features).squeeze(-1) * (1.0 - covered), covered, entropy


def load():
    return torch.compile(Acquisition())


def cases():
    yield from build(load, lambda: (randn(6, 3), ints(0, 4, 6)), "base grad")
    yield from build(load, lambda: (randn(4, 3), torch.tensor([0, 6, 6, 1])), "base", tag="novel-")
    yield from build(load, lambda: (randn(3, 3), torch.tensor([0, -1, 2])), "base", tag="unlabelled-")

EXPECT = {'topic': 'evaluation',
 'kind': 'counts',
 'verdict': 'any correct rewrite',
 'obligations': ['size of a result'],
 'breaks': {15: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
