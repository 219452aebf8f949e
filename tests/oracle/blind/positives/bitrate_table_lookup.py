"""A neural codec looks up the bitrate of the chosen number of codebooks in a Python list."""

import torch
from torch import nn

from fxkit import build, randn

BITRATES = [1.5, 3.0, 6.0, 12.0, 24.0]


class RateController(nn.Module):
    """Chooses one level for a clip from the spread of its features."""

    def __init__(self, dim=4, levels=len(BITRATES)):
        super().__init__()
        self.scores = nn.Linear(2 * dim, levels)

    def forward(self, h):
        stats = torch.cat([h.mean(dim=0), h.std(dim=0)])
        return self.scores(stats).argmax(dim=-1)


class CodecLoss(nn.Module):
    def __init__(self, dim=4, lam=0.01):
        super().__init__()
        self.control = RateController(dim)
        self.encoder = nn.Linear(dim, dim)
        self.lam = lam

    def forward(self, frames):
        h = torch.tanh(self.encoder(frames))
        level = self.control(h)
        kbps = BITRATES[int(level)]
        distortion = (h - frames).square().mean()
        return distortion + self.lam * kbps * h.abs().mean(), kbps


def load():
    return torch.compile(CodecLoss())


def cases():
    yield from build(load, lambda: (randn(6, 4),), "base grad zero")
    yield from build(load, lambda: (5 * randn(6, 4, seed=2),), "base", tag="loud-")
    yield from build(load, lambda: (2 * randn(6, 4, seed=7) - 3,), "base", tag="low-")

EXPECT = {'topic': 'audio',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {33: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
