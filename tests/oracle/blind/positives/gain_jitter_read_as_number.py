"""Waveform augmentation: a random gain in decibels and, one time in two, a flipped polarity."""

import torch
from torch import nn

from fxkit import build, randn


class RandomGain(nn.Module):
    def __init__(self, min_db=-6.0, max_db=6.0):
        super().__init__()
        self.min_db = min_db
        self.max_db = max_db

    def forward(self, wave):
        db = self.min_db + (self.max_db - self.min_db) * torch.rand(1).item()
        return wave * 10.0 ** (db / 20.0)


class PolarityInversion(nn.Module):
    def __init__(self, p=0.5):
        super().__init__()
        self.p = p

    def forward(self, wave):
        if torch.rand(1) < self.p:
            return -wave
        return wave


class Augmented(nn.Module):
    def __init__(self, kernel=3):
        super().__init__()
        self.augment = nn.Sequential(RandomGain(), PolarityInversion())
        self.conv = nn.Conv1d(1, 2, kernel)

    def forward(self, wave):
        if self.training:
            wave = self.augment(wave)
        return self.conv(wave[:, None]).mean(-1)


def load():
    return torch.compile(Augmented())


def cases():
    yield from build(load, lambda: (randn(2, 8),), "base grad nan big")
    yield from build(lambda: torch.compile(Augmented().eval()), lambda: (randn(2, 8),), "base", tag="eval-")

EXPECT = {'topic': 'audio',
 'kind': 'random choice, numbers',
 'rewrites': [],
 'breaks': {16: 2, 26: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
