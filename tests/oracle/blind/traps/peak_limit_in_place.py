"""A vocoder's dataset divides a clipping waveform by its peak, in the caller's tensor."""

import torch
from torch import nn

from fxkit import build, rand, randn


class LogMel(nn.Module):
    def __init__(self, n_fft=8, n_mels=4):
        super().__init__()
        self.n_fft = n_fft
        self.register_buffer("mel_basis", rand(n_mels, n_fft // 2 + 1))
        self.register_buffer("window", torch.hann_window(n_fft))

    def limit(self, wav):
        peak = wav.abs().max()
        if peak > 1.0:
            wav /= peak
            wav *= 0.95
        return wav

    def forward(self, wav):
        wav = self.limit(wav)
        frames = wav.unfold(-1, self.n_fft, self.n_fft // 2) * self.window
        cos = torch.fft.rfft(frames, dim=-1).abs()
        mel = torch.einsum("mf,btf->bmt", self.mel_basis, cos)
        return torch.log(torch.clamp(mel, min=1e-5))


def load():
    return torch.compile(LogMel())


def cases():
    yield from build(load, lambda: (randn(2, 16),), "base big nan zero")
    yield from build(load, lambda: (0.9 * rand(2, 16),), "base", tag="quiet-")
    yield from build(load, lambda: (0.3 * randn(1, 24),), "base", tag="short-")

EXPECT = {'topic': 'audio',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['writes to arguments'],
 'breaks': {18: 4},
 'gb': ['GB0170'],
 'naive_differs_in': ['arguments'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
