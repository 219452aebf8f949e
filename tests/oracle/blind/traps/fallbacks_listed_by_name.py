"""A pitch tracker falls back to autocorrelation, and lists what it fell back for."""

import torch
from torch import nn

from fxkit import build, randn


class PitchTracker(nn.Module):
    def __init__(self, frame=8, threshold=0.3):
        super().__init__()
        self.filter = nn.Linear(frame, frame)
        self.threshold = threshold
        self.fallbacks = []

    def autocorrelation(self, x):
        spectrum = torch.fft.rfft(x, n=2 * x.shape[-1])
        return torch.fft.irfft(spectrum * spectrum.conj())[..., : x.shape[-1]]

    def estimate(self, name, frame):
        salience = torch.softmax(self.filter(frame), dim=-1)
        if salience.max() < self.threshold:
            self.fallbacks.append((name, len(self.fallbacks)))
            salience = torch.softmax(self.autocorrelation(frame), dim=-1)
        return salience

    def forward(self, frames):
        out = {name: self.estimate(name, frame) for name, frame in frames.items()}
        return out, len(self.fallbacks)


def load():
    return torch.compile(PitchTracker())


def cases():
    yield from build(load, lambda: ({"a": randn(8) * 3, "b": randn(8) * 0.1, "c": randn(8, seed=2) * 3},), "base grad")
    yield from build(load, lambda: ({"a": randn(8) * 9},), "base", tag="clear-")

EXPECT = {'topic': 'speech',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['effects in an arm'],
 'breaks': {22: 2, 28: 2},
 'gb': ['GB0092', 'GB0170', 'GB4347'],
 'naive_differs_in': ['state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
