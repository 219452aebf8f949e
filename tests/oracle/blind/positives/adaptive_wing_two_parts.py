"""Wing loss on heatmaps: small errors are logarithmic, large ones linear; the mean goes over both parts."""

import math

import torch
from torch import nn

from fxkit import build, rand, randn


class WingLoss(nn.Module):
    def __init__(self, omega=0.6, epsilon=0.2):
        super().__init__()
        self.omega = omega
        self.epsilon = epsilon

    def forward(self, pred, target):
        delta_y = (target - pred).abs()
        delta_y1 = delta_y[delta_y < self.omega]
        delta_y2 = delta_y[delta_y >= self.omega]
        loss1 = self.omega * torch.log(1 + delta_y1 / self.epsilon)
        C = self.omega - self.omega * math.log(1 + self.omega / self.epsilon)
        loss2 = delta_y2 - C
        return (loss1.sum() + loss2.sum()) / (len(loss1) + len(loss2))


class Hourglass(nn.Module):
    def __init__(self, dim=3, points=2):
        super().__init__()
        self.conv = nn.Conv2d(dim, dim, 3, padding=1)
        self.stacks = nn.ModuleList(nn.Conv2d(dim, points, 1) for _ in range(2))
        self.loss = WingLoss()

    def forward(self, image, heatmaps):
        h = torch.relu(self.conv(image))
        return sum(self.loss(head(h), heatmaps) for head in self.stacks)


def load():
    return torch.compile(Hourglass())


def cases():
    yield from build(load, lambda: (randn(1, 3, 4, 4), rand(1, 2, 4, 4)), "base grad zero big")
    yield from build(load, lambda: (0.1 * randn(1, 3, 4, 4), 8 + rand(1, 2, 4, 4)), "base", tag="far-")

EXPECT = {'topic': 'losses',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {19: 2, 20: 3, 36: 1},
 'gb': ['GB0036', 'GB0091'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
