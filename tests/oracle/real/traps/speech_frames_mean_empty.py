"""The mean energy of speech frames is NaN without any, by which the caller knows silence."""

import torch
from torch import nn

from fxkit import build, randn


class SpeechLevel(nn.Module):
    def __init__(self, threshold=0.5):
        super().__init__()
        self.threshold = threshold
        self.gain = nn.Parameter(torch.tensor(1.5))

    def forward(self, frames):
        energy = (frames * self.gain).square().mean(dim=-1)
        speech = energy > self.threshold
        level = energy[speech].mean()
        return energy, level


class Gate:
    def __init__(self):
        self.meter = torch.compile(SpeechLevel())

    def __call__(self, frames):
        energy, level = self.meter(frames)
        return energy, level, "silence" if torch.isnan(level) else "speech"


def cases():
    yield from build(Gate, lambda: (randn(5, 4),), "base zero small grad big")

EXPECT = {'topic': 'speech',
 'verdict': 'any correct rewrite',
 'obligations': ['O1', 'R30'],
 'breaks': {18: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions', 'value'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
