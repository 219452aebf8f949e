"""Loudness of voiced frames; without any the reduction raises and the caller keeps the last level."""

import torch
from torch import nn

from fxkit import build, randn


class LoudnessMeter(nn.Module):
    def __init__(self, threshold=0.3):
        super().__init__()
        self.threshold = threshold
        self.weight = nn.Parameter(torch.linspace(0.5, 1.5, 4))

    def forward(self, frames):
        energy = (frames * self.weight).square().mean(dim=-1)
        voiced = energy > self.threshold
        return energy, energy[voiced].max()


class LevelTracker:
    """Follows the loudest voiced frame of the stream."""

    def __init__(self):
        self.meter = torch.compile(LoudnessMeter())
        self.level = torch.tensor(1.0)
        self.silent_chunks = 0

    def push(self, frames):
        try:
            _, peak = self.meter(frames)
        except RuntimeError:
            self.silent_chunks += 1
            return self.level
        self.level = 0.5 * self.level + 0.5 * peak.detach()
        return self.level


def load():
    return LevelTracker().push


def cases():
    yield from build(load, lambda: (randn(6, 4),), "base big")
    yield from build(load, lambda: (randn(6, 4) * 0.01,), "base", tag="silence-")

EXPECT = {'topic': 'speech',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'empty mask'],
 'breaks': {18: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['inf positions', 'value'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
