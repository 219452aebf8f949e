"""Source separation front end: each clip is brought to a target level in decibels."""

import math

import torch
from torch import nn

from fxkit import build, randn


class LevelNormalizer(nn.Module):
    """Gain that moves the level of the clip to target_db; silence is amplified by max_gain_db at most."""

    def __init__(self, target_db=-20.0, max_gain_db=40.0, floor=1e-6):
        super().__init__()
        self.target_db = target_db
        self.max_gain_db = max_gain_db
        self.floor = floor

    def gain_db(self, wav):
        rms = wav.detach().square().mean().sqrt().item()
        level = 20.0 * math.log10(max(rms, self.floor))
        return min(self.target_db - level, self.max_gain_db)

    def forward(self, wav):
        return wav * 10.0 ** (self.gain_db(wav) / 20.0)


class Separator(nn.Module):
    def __init__(self, sources=2, channels=3):
        super().__init__()
        self.level = LevelNormalizer()
        self.encoder = nn.Conv1d(1, channels, 5, padding=2)
        self.decoder = nn.Conv1d(channels, sources, 5, padding=2)

    def forward(self, mixture):
        """mixture: (batch, 1, time) -> (batch, sources, time)"""
        h = self.encoder(self.level(mixture))
        return self.decoder(torch.relu(h))


def load():
    return torch.compile(Separator())


def cases():
    yield from build(load, lambda: (randn(2, 1, 12),), "base grad zero small big")

EXPECT = {'topic': 'audio',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {21: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
