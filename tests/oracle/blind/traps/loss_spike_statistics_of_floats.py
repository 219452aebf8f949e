"""Loss spike detector: z-score against the recent losses by the statistics module, spikes are down-weighted."""

import statistics
from collections import deque

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class SpikeDetector:
    def __init__(self, window=8, threshold=3.0, warmup=2):
        self.history = deque([0.9, 1.1], maxlen=window)
        self.threshold = threshold
        self.warmup = warmup
        self.spikes = 0

    def __call__(self, value):
        spike = False
        if len(self.history) >= self.warmup:
            mean = statistics.fmean(self.history)
            std = max(statistics.pstdev(self.history), 1e-3)
            spike = (value - mean) / std > self.threshold
        if spike:
            self.spikes += 1
        else:
            self.history.append(value)
        return spike


class RobustStep(nn.Module):
    def __init__(self, dim=4, down_weight=0.1):
        super().__init__()
        self.net = nn.Linear(dim, 1)
        self.detector = SpikeDetector()
        self.down_weight = down_weight

    def forward(self, x, y):
        loss = F.huber_loss(self.net(x).squeeze(-1), y)
        if self.detector(loss.item()):
            loss = loss * self.down_weight
        return loss


def load():
    return torch.compile(RobustStep())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5)), "base")
    yield from build(load, lambda: (randn(5, 4), randn(5) * 40), "base", tag="spike-")


EXPECT = {'topic': 'training',
 'verdict': 'decline',
 'obligations': ['caller needs a Python number'],
 'breaks': {24: 2, 42: 1},
 'gb': ['GB0124', 'GB0134'],
 'naive_differs_in': ['None or not', 'exception', 'type'],
 'unsafe': ['close', 'grad-close', 'shown-history']}
