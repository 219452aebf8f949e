"""Only what is above zero is compressed by a square root; the rest passes."""

import torch
from torch import nn

from fxkit import build, randn


class PowerCompression(nn.Module):
    def __init__(self, floor=0.1):
        super().__init__()
        self.floor = floor
        self.gain = nn.Parameter(torch.tensor(2.0))

    def forward(self, spectrum):
        scaled = spectrum * self.gain
        out = scaled * self.floor
        loud = scaled > 0
        root = scaled
        out[loud] = torch.sqrt(root[loud])
        return out


def load():
    return torch.compile(PowerCompression())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base pos grad zero")

EXPECT = {'topic': 'audio',
 'verdict': 'any correct rewrite',
 'obligations': ['O9', 'R31'],
 'breaks': {20: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
