"""A hook watches the largest activation of the rows that the layer is given."""

import torch
from torch import nn

from fxkit import bools, build, randn


class Watched(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)
        self.register_buffer("peak", torch.zeros(()))

    def forward(self, x, use):
        y = torch.zeros_like(x)
        y[use] = self.layer(x[use])
        return y


def watched():
    net = Watched()

    def note(layer, args, output):
        net.peak.copy_(output.detach().abs().sum())

    net.layer.register_forward_hook(note)
    return torch.compile(net)


def cases():
    yield from build(watched, lambda: (randn(5, 3), bools(5)), "base true")

EXPECT = {'topic': 'metrics',
 'verdict': 'decline',
 'obligations': ['R32', 'O3'],
 'breaks': {17: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
