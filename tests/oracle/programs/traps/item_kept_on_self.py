"""The Python float read is kept on the module for the logger."""

import torch
from torch import nn

from fxkit import build, randn


class Track(nn.Module):
    def __init__(self):
        super().__init__()
        self.last = 0.0

    def forward(self, loss):
        mean = loss.mean()
        self.last = mean.item()
        return loss - mean


def load():
    return torch.compile(Track())


def cases():
    yield from build(load, lambda: (randn(4),), "base zero")

EXPECT = {'topic': 'loss',
 'verdict': 'any correct rewrite',
 'obligations': ['O15', 'R28'],
 'breaks': {16: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': []}
