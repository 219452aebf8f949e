"""Only valid frames go through the normalisation, which keeps running statistics."""

import torch
from torch import nn

from fxkit import bools, build, randn


class FrameNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.BatchNorm1d(4)
        self.proj = nn.Linear(4, 4)

    def encode(self, frames):
        return self.proj(torch.relu(self.norm(frames)))

    def forward(self, frames, valid):
        encoded = frames.new_zeros(frames.shape[0], 4)
        encoded[valid] = self.encode(frames[valid])
        return encoded


def make(training=True):
    net = FrameNet()
    net.train(training)
    return torch.compile(net)


def cases():
    yield from build(make, lambda: (randn(8, 4), bools(8)), "base true")
    yield from build(lambda: make(False), lambda: (randn(8, 4), bools(8)), "nograd", tag="eval-")

EXPECT = {'topic': 'normalisation',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O3'],
 'breaks': {20: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
