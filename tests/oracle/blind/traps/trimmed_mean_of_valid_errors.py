"""Robust depth loss: a fifth of the valid errors is cut off at the top, where the count is truncated in double."""

import torch
from torch import nn

from fxkit import build, rand, randn


def trimmed_mae(pred, target, mask, trim=0.2):
    errors = (pred - target)[mask].abs()
    kept, _ = torch.sort(errors.view(-1))
    kept = kept[: int(len(kept) * (1.0 - trim))]
    return kept.sum() / (2 * mask.sum())


class MidasHead(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.body = nn.Conv2d(3, channels, 3, padding=1)
        self.out = nn.Conv2d(channels, 1, 1)

    def forward(self, image, target):
        pred = self.out(self.body(image).relu()).squeeze(1)
        return trimmed_mae(pred, target, target > 0), pred


def load():
    return torch.compile(MidasHead())


def cases():
    def scene(p):
        return randn(1, 3, 5, 5), rand(1, 5, 5) * (rand(1, 5, 5, seed=3) < p)

    yield from build(load, lambda: scene(0.6), "base grad")
    yield from build(load, lambda: scene(1.0), "base grad", tag="full-")
    yield from build(load, lambda: scene(0.1), "base", tag="few-")
    yield from build(load, lambda: scene(0.0), "base", tag="none-")

EXPECT = {'topic': 'depth',
 'kind': 'selection',
 'verdict': 'any correct rewrite',
 'obligations': ['a count of selected elements', 'truncation in double'],
 'breaks': {10: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values', 'gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
