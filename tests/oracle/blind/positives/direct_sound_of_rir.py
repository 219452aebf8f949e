"""Dereverberation data: speech is convolved with a room response and aligned to the direct sound again."""

import torch
from torch import nn

from fxkit import build, randn


def fft_convolve(wav, rir):
    n = wav.shape[-1] + rir.shape[-1] - 1
    return torch.fft.irfft(torch.fft.rfft(wav, n=n) * torch.fft.rfft(rir, n=n), n=n)


class Reverb(nn.Module):
    def forward(self, wav, rir):
        rir = rir / rir.norm().clamp(min=1e-8)
        delay = rir.abs().argmax().item()
        wet = fft_convolve(wav, rir)
        return wet[..., delay : delay + wav.shape[-1]]


class Dereverberator(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.reverb = Reverb()
        self.net = nn.Sequential(
            nn.Conv1d(1, channels, 5, padding=2), nn.PReLU(), nn.Conv1d(channels, 1, 5, padding=2)
        )

    def forward(self, wav, rir):
        wet = self.reverb(wav, rir)
        estimate = self.net(wet.unsqueeze(1)).squeeze(1)
        return (estimate - wav).abs().mean(), wet


def load():
    return torch.compile(Dereverberator())


def cases():
    def room(delay):
        rir = 0.1 * randn(6)
        rir[delay] = 1.0
        return randn(2, 12), rir

    yield from build(load, lambda: room(2), "base nan")
    yield from build(load, lambda: room(0), "base", tag="dry-")
    yield from build(load, lambda: room(5), "base", tag="far-")

EXPECT = {'topic': 'audio',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {17: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
