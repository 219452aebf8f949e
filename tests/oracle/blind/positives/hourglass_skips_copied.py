"""A U-shaped denoiser hands a copy of its list of skip features to the decoder, which takes them from the end."""

import copy

import torch
from torch import nn

from fxkit import build, randn


class Decoder(nn.Module):
    def __init__(self, dim, depth):
        super().__init__()
        self.merge = nn.ModuleList(nn.Linear(2 * dim, dim) for _ in range(depth))

    def forward(self, h, skips):
        remaining = copy.copy(skips)
        for layer in self.merge:
            h = layer(torch.cat([h, remaining.pop()], dim=-1)).relu()
        return h


class HourglassDenoiser(nn.Module):
    def __init__(self, dim=6, depth=2):
        super().__init__()
        self.time = nn.Linear(1, dim)
        self.down = nn.ModuleList(nn.Linear(dim, dim) for _ in range(depth))
        self.mid = nn.Linear(dim, dim)
        self.decoder = Decoder(dim, depth)

    def forward(self, x, t):
        h = x + self.time(t[:, None])
        skips = []
        for layer in self.down:
            h = layer(h).relu()
            skips.append(h)
        h = self.decoder(self.mid(h), skips)
        deep = sum(s.pow(2).mean() for s in skips)
        return h, deep


def load():
    return torch.compile(HourglassDenoiser())


def cases():
    yield from build(load, lambda: (randn(3, 6), randn(3)), "base grad nan")

EXPECT = {'topic': 'diffusion',
 'kind': 'copies',
 'rewrites': [],
 'breaks': {17: 2},
 'gb': ['GB0007'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
