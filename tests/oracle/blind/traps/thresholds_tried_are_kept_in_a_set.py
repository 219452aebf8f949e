"""Wavelet denoising returns its threshold as a number, and the caller keeps the distinct ones in a set."""

import torch
from torch import nn

from fxkit import build, randn


def haar(x):
    even, odd = x[..., ::2], x[..., 1::2]
    return (even + odd) * 0.5**0.5, (even - odd) * 0.5**0.5


def inverse_haar(low, high):
    even, odd = (low + high) * 0.5**0.5, (low - high) * 0.5**0.5
    return torch.stack([even, odd], dim=-1).flatten(-2)


class WaveletShrink(nn.Module):
    def __init__(self, gain=1.0):
        super().__init__()
        self.gain = gain

    def threshold(self, high):
        return self.gain * high.abs().median().item() / 0.6745

    def forward(self, x):
        low, high = haar(x)
        t = self.threshold(high)
        shrunk = high.sign() * (high.abs() - t).clamp(min=0)
        return inverse_haar(low, shrunk), t


class Study:
    def __init__(self):
        self.shrink = torch.compile(WaveletShrink())
        self.tried = set()

    def run(self, x):
        denoised, t = self.shrink(x)
        new = t not in self.tried
        self.tried.add(t)
        return denoised, new, len(self.tried)


def load():
    return Study().run


def cases():
    yield from build(load, lambda: (randn(2, 8),), "base zero big nan")

EXPECT = {'topic': 'signal',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['the hash of a number', 'arithmetic in double'],
 'breaks': {25: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
