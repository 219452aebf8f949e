"""Online hard example mining: the kept losses are returned one by one."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class OhemCrossEntropy(nn.Module):
    def __init__(self, thres=0.7, min_kept=2, ignore_label=-1):
        super().__init__()
        self.thresh = thres
        self.min_kept = min_kept
        self.ignore_label = ignore_label

    def forward(self, score, target):
        pixel_losses = F.cross_entropy(score, target, ignore_index=self.ignore_label, reduction="none").view(-1)
        mask = target.view(-1) != self.ignore_label
        prob = torch.exp(-pixel_losses)
        hard = pixel_losses[mask & (prob < self.thresh)]
        return hard.mean(), hard


def make_criterion():
    return torch.compile(OhemCrossEntropy())


def cases():
    yield from build(make_criterion, lambda: (randn(2, 3, 4), ints(0, 3, 2, 4)), "base grad")
    yield from build(make_criterion, lambda: (randn(2, 3, 4) * 9, ints(-1, 3, 2, 4)), "base", tag="ignored-")

EXPECT = {'topic': 'segmentation',
 'verdict': 'decline',
 'obligations': [],
 'breaks': {21: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['shape', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
