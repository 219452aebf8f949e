"""A small U-Net with a sanity check of its bottleneck."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class UNet(nn.Module):
    def __init__(self, ch=4, check_numerics=True):
        super().__init__()
        self.inc = nn.Conv2d(1, ch, 3, padding=1)
        self.down = nn.Conv2d(ch, 2 * ch, 3, padding=1, stride=2)
        self.up = nn.ConvTranspose2d(2 * ch, ch, 2, stride=2)
        self.outc = nn.Conv2d(2 * ch, 1, 1)
        self.check_numerics = check_numerics

    def forward(self, x):
        skip = F.relu(self.inc(x))
        mid = F.relu(self.down(skip))
        if self.check_numerics and not torch.isfinite(mid).all():
            raise FloatingPointError("non-finite activations in bottleneck")
        up = self.up(mid)
        return self.outc(torch.cat([skip, up], dim=1))


def load():
    return torch.compile(UNet())


def load_unchecked():
    return torch.compile(UNet(check_numerics=False))


def cases():
    yield from build(load, lambda: (randn(2, 1, 4, 4),), "base grad nan inf zero")
    yield from build(load_unchecked, lambda: (randn(2, 1, 4, 4),), "base nan", tag="off-")


EXPECT = {'topic': 'vision',
 'rewrites': ['R18'],
 'breaks': {22: 2, 23: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['compiled-exception-type']}
