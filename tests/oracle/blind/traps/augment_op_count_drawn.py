"""Point cloud augmentation: the number of jitter rounds is drawn first, and every round draws its own noise."""

import torch
from torch import nn

from fxkit import build, randn


class RandomJitter(nn.Module):
    def __init__(self, max_rounds=3, sigma=0.05, clip=0.1):
        super().__init__()
        self.max_rounds = max_rounds
        self.sigma = sigma
        self.clip = clip

    def forward(self, points):
        rounds = torch.randint(0, self.max_rounds + 1, (1,)).item()
        for _ in range(rounds):
            noise = torch.clamp(self.sigma * torch.randn_like(points), -self.clip, self.clip)
            points = points + noise
        return points


class PointNet(nn.Module):
    def __init__(self, dim=6, classes=3):
        super().__init__()
        self.jitter = RandomJitter()
        self.mlp = nn.Sequential(nn.Linear(3, dim), nn.ReLU(), nn.Linear(dim, dim))
        self.fc = nn.Linear(dim, classes)

    def forward(self, points):
        if self.training:
            points = self.jitter(points)
        return self.fc(self.mlp(points).amax(dim=1)), points


def load():
    return torch.compile(PointNet())


def cases():
    yield from build(load, lambda: (randn(2, 5, 3),), "base grad")

EXPECT = {'topic': '3d',
 'kind': 'random',
 'verdict': 'decline',
 'obligations': ['the random stream', 'the argument itself is returned'],
 'breaks': {17: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['random state', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
