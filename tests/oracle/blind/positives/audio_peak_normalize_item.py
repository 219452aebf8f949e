"""Waveform preparation of an audio tagger: peak limiting, pre-emphasis and framing."""

import torch
from torch import nn

from fxkit import build, randn


class WaveFrontend(nn.Module):
    def __init__(self, win=8, hop=4, coeff=0.97, features=6):
        super().__init__()
        self.win, self.hop, self.coeff = win, hop, coeff
        self.register_buffer("window", torch.hann_window(win))
        self.proj = nn.Linear(win // 2 + 1, features)

    def normalize(self, wav):
        peak = wav.abs().max().item()
        if peak > 1.0:
            wav = wav / peak
        return wav

    def forward(self, wav):
        wav = self.normalize(wav - wav.mean(-1, keepdim=True))
        wav = torch.cat([wav[:, :1], wav[:, 1:] - self.coeff * wav[:, :-1]], -1)
        frames = wav.unfold(-1, self.win, self.hop) * self.window
        power = torch.fft.rfft(frames).abs().pow(2)
        return self.proj(torch.log(power + 1e-6))


def load():
    return torch.compile(WaveFrontend())


def cases():
    yield from build(load, lambda: (randn(2, 32) * 3,), "base grad big", tag="loud-")
    yield from build(load, lambda: (randn(2, 32) * 0.1,), "base grad", tag="quiet-")


EXPECT = {'topic': 'audio',
 'rewrites': [],
 'breaks': {17: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': []}
