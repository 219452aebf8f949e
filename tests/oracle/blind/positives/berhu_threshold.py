"""Reverse Huber loss whose threshold depends on the largest residual of the batch."""

import torch
from torch import nn

from fxkit import build, rand, randn


class BerHuLoss(nn.Module):
    def __init__(self, threshold=0.2):
        super().__init__()
        self.threshold = threshold

    def forward(self, pred, target):
        diff = (pred - target).abs()
        delta = self.threshold * diff.max().item()
        if delta == 0.0:
            return diff.mean()
        quadratic = (diff * diff + delta * delta) / (2.0 * delta)
        return torch.where(diff <= delta, diff, quadratic).mean()


class UpProjection(nn.Module):
    def __init__(self, cin, cout):
        super().__init__()
        self.conv1 = nn.Conv2d(cin, cout, 3, padding=1)
        self.conv2 = nn.Conv2d(cout, cout, 3, padding=1)
        self.skip = nn.Conv2d(cin, cout, 1)

    def forward(self, x):
        x = nn.functional.interpolate(x, scale_factor=2, mode="nearest")
        return torch.relu(self.conv2(torch.relu(self.conv1(x))) + self.skip(x))


class DepthNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = UpProjection(2, 3)
        self.predict = nn.Conv2d(3, 1, 1)
        self.criterion = BerHuLoss()

    def forward(self, feats, depth):
        pred = self.predict(self.up(feats)).squeeze(1)
        return self.criterion(pred, depth), pred


def load():
    return torch.compile(DepthNet())


def load_criterion():
    return torch.compile(BerHuLoss())


def cases():
    yield from build(load, lambda: (randn(2, 2, 3, 3), rand(2, 6, 6)), "base grad big")
    yield from build(load_criterion, lambda: (rand(2, 4), rand(2, 4)), "base grad zero", tag="same-")
    yield from build(load_criterion, lambda: (rand(2, 4, seed=9), rand(2, 4)), "base grad", tag="crit-")


EXPECT = {'topic': 'depth',
 'kind': 'max_item_delta',
 'rewrites': [],
 'breaks': {16: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'grad-close']}
