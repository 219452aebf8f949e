"""Waveforms are scaled to a target peak, silent ones are left alone."""

import torch
import torch.nn as nn

from fxkit import build, randn


class PeakNormaliser(nn.Module):
    def __init__(self, peak=0.95):
        super().__init__()
        self.peak = peak

    def forward(self, wav):
        level = wav.abs().max().item()
        gain = self.peak / level if level > 0 else 1.0
        return wav * gain


class WakeWord(nn.Module):
    def __init__(self, samples=12):
        super().__init__()
        self.normalise = PeakNormaliser()
        self.conv = nn.Conv1d(1, 2, 4, stride=2)
        self.out = nn.Linear(2, 1)

    @torch.no_grad()
    def forward(self, wav):
        h = torch.relu(self.conv(self.normalise(wav)[None, None]))
        return torch.sigmoid(self.out(h.mean(dim=-1)))


def load():
    return torch.compile(WakeWord())


def cases():
    yield from build(load, lambda: (randn(12),), "base zero small inf nan")

EXPECT = {'topic': 'speech',
 'kind': 'item',
 'rewrites': [],
 'breaks': {15: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
