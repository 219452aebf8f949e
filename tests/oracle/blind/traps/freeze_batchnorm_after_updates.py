"""Fine-tuning of a small detector: batch statistics are frozen once enough updates were made."""

import torch
from torch import nn

from fxkit import build, randn


class Backbone(nn.Module):
    def __init__(self, channels=3):
        super().__init__()
        self.conv = nn.Conv2d(2, channels, 3, padding=1)
        self.bn = nn.BatchNorm2d(channels)

    def forward(self, x):
        return torch.relu(self.bn(self.conv(x)))


class Detector(nn.Module):
    def __init__(self, freeze_bn_after=2):
        super().__init__()
        self.backbone = Backbone()
        self.head = nn.Conv2d(3, 4, 1)
        self.freeze_bn_after = freeze_bn_after
        self.register_buffer("num_updates", torch.zeros((), dtype=torch.long))

    def freeze_batchnorm(self):
        for m in self.modules():
            if isinstance(m, nn.BatchNorm2d):
                m.eval()

    def forward(self, x):
        if self.training:
            if self.num_updates >= self.freeze_bn_after:
                self.freeze_batchnorm()
            self.num_updates += 1
        return self.head(self.backbone(x))


def load(updates=0):
    net = Detector()
    net.num_updates += updates
    return torch.compile(net)


def cases():
    yield from build(load, lambda: (randn(2, 2, 3, 3),), "base grad")
    yield from build(lambda: load(5), lambda: (randn(2, 2, 3, 3),), "base grad", tag="late-")


EXPECT = {'topic': 'detection',
 'verdict': 'decline',
 'obligations': ['module mode', 'running statistics'],
 'breaks': {34: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['value', 'values'],
 'unsafe': ['close', 'grad-close']}
