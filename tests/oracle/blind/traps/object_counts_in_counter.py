"""A crowd counter keeps a histogram of how many people its batches hold, keyed by the number."""

from collections import Counter

import torch
from torch import nn

from fxkit import build, ints, randn


class DensityNet(nn.Module):
    def __init__(self, channels=3):
        super().__init__()
        self.conv = nn.Conv2d(channels, 4, 3, padding=1)
        self.out = nn.Conv2d(4, 1, 1)

    def forward(self, x):
        return torch.relu(self.out(torch.relu(self.conv(x))))


class CrowdTrainer(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = DensityNet()
        self.seen = Counter()
        self.rare_weight = 2.0

    def weight_of(self, count):
        key = int(count.sum())
        self.seen[key] += 1
        # a count that was met only once so far is worth more
        return self.rare_weight if self.seen[key] == 1 else 1.0

    def forward(self, images, heads):
        density = self.net(images)
        predicted = density.flatten(1).sum(dim=1)
        weight = self.weight_of(heads)
        return weight * (predicted - heads).abs().mean()


def load():
    return torch.compile(CrowdTrainer())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4, 4), ints(0, 6, 2)), "base grad nan")
    yield from build(load, lambda: (randn(2, 3, 4, 4), torch.zeros(2, dtype=torch.long)), "base", tag="empty-")

EXPECT = {'topic': 'vision',
 'kind': 'numbers',
 'verdict': 'decline',
 'obligations': ['keys of a dict'],
 'breaks': {29: 3},
 'gb': ['GB0124'],
 'naive_differs_in': ['values', 'state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history',
            'number-tensor']}
