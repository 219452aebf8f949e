"""Monocular depth: the reverse Huber loss turns quadratic above a fifth of the largest error of the batch."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


class BerHuLoss(nn.Module):
    def __init__(self, threshold=0.2):
        super().__init__()
        self.threshold = threshold

    def forward(self, pred, target):
        valid = (target > 0).float()
        diff = (pred - target).abs() * valid
        delta = self.threshold * diff.max().item()
        linear = diff
        quadratic = (diff ** 2 + delta ** 2) / (2.0 * delta + 1e-8)
        loss = torch.where(diff <= delta, linear, quadratic)
        return loss.sum() / valid.sum().clamp(min=1)


class DepthNet(nn.Module):
    def __init__(self, cin=3, width=4):
        super().__init__()
        self.encoder = nn.Sequential(nn.Conv2d(cin, width, 3, padding=1), nn.ELU())
        self.head = nn.Conv2d(width, 1, 1)
        self.criterion = BerHuLoss()

    def forward(self, image, depth):
        pred = torch.exp(self.head(self.encoder(image)))
        return self.criterion(pred, depth), pred


def load():
    return torch.compile(DepthNet())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 4), 4 * rand(2, 1, 4, 4)), "base grad zero")
    yield from build(load, lambda: (randn(2, 3, 4, 4), torch.zeros(2, 1, 4, 4)), "base", tag="holes-")

EXPECT = {'topic': 'depth',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {17: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
