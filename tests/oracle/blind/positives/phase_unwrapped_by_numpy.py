"""Instantaneous frequency of each bin, from the phase that numpy unwraps along time."""

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


class InstantaneousFrequency(nn.Module):
    def __init__(self, n_fft=8, hop=4, bands=2):
        super().__init__()
        self.n_fft, self.hop = n_fft, hop
        self.register_buffer("window", torch.hann_window(n_fft))
        self.proj = nn.Linear(n_fft // 2 + 1, bands)

    def stft(self, wav):
        frames = wav.unfold(-1, self.n_fft, self.hop) * self.window
        return torch.fft.rfft(frames)

    def unwrap(self, angle):
        return torch.from_numpy(np.unwrap(angle.detach().cpu().numpy(), axis=1))

    def forward(self, wav):
        spec = self.stft(wav)
        mag = torch.log1p(spec.abs())
        phase = self.unwrap(torch.angle(spec))
        inst_freq = torch.diff(phase, dim=1, prepend=phase[:, :1]) / torch.pi
        return self.proj(mag), inst_freq


def load():
    return torch.compile(InstantaneousFrequency())


def cases():
    yield from build(load, lambda: (randn(2, 32),), "base grad big")
    yield from build(load, lambda: (torch.sin(torch.arange(48.0) * 0.9)[None],), "base", tag="tone-")

EXPECT = {'topic': 'audio',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {22: 3},
 'gb': ['GB0294'],
 'skips': 0,
 'graphs_per_call': 4,
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
