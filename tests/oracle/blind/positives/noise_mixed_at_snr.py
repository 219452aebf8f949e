"""Waveform augmentation: background noise is mixed in at a drawn signal-to-noise ratio, with the gains as numbers."""

import math

import torch
from torch import nn

from fxkit import build, rand, randn


def rms(x):
    return math.sqrt(x.square().mean().item())


class AddBackgroundNoise(nn.Module):
    def __init__(self, min_snr_db=3.0, max_snr_db=15.0):
        super().__init__()
        self.min_snr_db = min_snr_db
        self.max_snr_db = max_snr_db

    def forward(self, clean, noise, u):
        snr_db = self.min_snr_db + (self.max_snr_db - self.min_snr_db) * u.item()
        clean_rms, noise_rms = rms(clean), rms(noise)
        if noise_rms < 1e-9:
            return clean
        desired = clean_rms / 10 ** (snr_db / 20)
        return clean + noise * (desired / noise_rms)


class KeywordSpotter(nn.Module):
    def __init__(self, classes=3):
        super().__init__()
        self.augment = AddBackgroundNoise()
        self.conv = nn.Conv1d(1, 4, 5, stride=2)
        self.fc = nn.Linear(4, classes)

    def forward(self, wav, noise, u):
        mixed = torch.stack([self.augment(w, n, r) for w, n, r in zip(wav, noise, u)])
        return self.fc(self.conv(mixed.unsqueeze(1)).relu().mean(dim=-1)), mixed


def load():
    return torch.compile(KeywordSpotter())


def cases():
    yield from build(load, lambda: (randn(2, 16), randn(2, 16, seed=1), rand(2)), "base zero big")
    yield from build(load, lambda: (randn(2, 16), torch.zeros(2, 16), rand(2)), "base", tag="quiet-")

EXPECT = {'topic': 'audio',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {12: 1, 22: 1, 38: 1},
 'gb': ['GB0124', 'GB4347'],
 'skips': 1,
 'graphs_per_call': 12,
 'after': 0,
 'assume': ['close', 'grad-close', 'fresh-result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
