"""A mixing desk prints the level of each channel before it is added into the bus, which is also printed."""

import torch
from torch import nn

from fxkit import build, randn


class Bus:
    def __init__(self, length):
        self.signal = torch.zeros(length)

    def peak(self):
        return self.signal.abs().max()

    def add_(self, x, gain):
        self.signal.add_(x, alpha=gain)


class Desk(nn.Module):
    def __init__(self, length=6, gains=(0.5, 0.25)):
        super().__init__()
        self.bus = Bus(length)
        self.gains = gains

    def show(self, name):
        print(name, self.bus.signal[:2])

    @torch.no_grad()
    def forward(self, channels):
        for channel, gain in zip(channels, self.gains):
            self.show("before")
            self.bus.add_(channel, gain)
        self.show("after")
        return self.bus.peak()


def load():
    return torch.compile(Desk())


def cases():
    yield from build(load, lambda: (randn(2, 6),), "base")

EXPECT = {'topic': 'audio',
 'kind': 'print',
 'verdict': 'any correct rewrite',
 'obligations': ['what is shown changes in place afterwards'],
 'breaks': {27: 2},
 'gb': ['GB0059', 'GB7000'],
 'naive_differs_in': ['stdout'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
