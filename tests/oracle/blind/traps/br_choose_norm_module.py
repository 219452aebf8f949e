"""Bright and dark images have statistics of their own."""

import torch
from torch import nn

from fxkit import build, rand


class Adaptive(nn.Module):
    def __init__(self):
        super().__init__()
        self.bright = nn.BatchNorm1d(3)
        self.dark = nn.BatchNorm1d(3)

    def forward(self, x):
        if x.mean() > 0.5:
            y = self.bright(x)
        else:
            y = self.dark(x)
        return torch.relu(y)


def make(training=True):
    return torch.compile(Adaptive().train(training))


def cases():
    yield from build(make, lambda: (rand(4, 3),), "ones base")
    yield from build(lambda: make(False), lambda: (rand(4, 3),), "ones zero", tag="eval-")

EXPECT = {'topic': 'normalisation',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values', 'None or not'],
 'unsafe': []}
