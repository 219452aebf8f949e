"""Log-mel front end; clipped recordings are scaled back before the spectrogram is taken."""

import math

import torch
from torch import nn

from fxkit import build, randn


def mel_filterbank(n_freqs: int, n_mels: int, sample_rate: int) -> torch.Tensor:
    def hz_to_mel(f):
        return 2595.0 * math.log10(1.0 + f / 700.0)

    all_freqs = torch.linspace(0, sample_rate // 2, n_freqs)
    m_pts = torch.linspace(hz_to_mel(0.0), hz_to_mel(sample_rate / 2), n_mels + 2)
    f_pts = 700.0 * (10.0 ** (m_pts / 2595.0) - 1.0)
    f_diff = f_pts[1:] - f_pts[:-1]
    slopes = f_pts.unsqueeze(0) - all_freqs.unsqueeze(1)
    down = (-1.0 * slopes[:, :-2]) / f_diff[:-1]
    up = slopes[:, 2:] / f_diff[1:]
    return torch.clamp(torch.minimum(down, up), min=0.0)


class LogMel(nn.Module):
    def __init__(self, sample_rate=800, n_fft=16, hop=8, n_mels=5, preemphasis: float | None = 0.97):
        super().__init__()
        self.n_fft, self.hop = n_fft, hop
        self.preemphasis = preemphasis
        self.register_buffer("window", torch.hann_window(n_fft))
        self.register_buffer("fb", mel_filterbank(n_fft // 2 + 1, n_mels, sample_rate))

    def forward(self, wav: torch.Tensor) -> torch.Tensor:
        # recordings that were converted from integers without scaling
        peak = wav.abs().max()
        if peak > 1.0:
            wav = wav / peak

        if self.preemphasis is not None:
            wav = torch.cat([wav[:, :1], wav[:, 1:] - self.preemphasis * wav[:, :-1]], dim=1)

        frames = wav.unfold(-1, self.n_fft, self.hop) * self.window
        power = torch.fft.rfft(frames, dim=-1).abs().pow(2)
        mel = power @ self.fb
        log_mel = torch.log10(mel.clamp(min=1e-10))
        log_mel = torch.maximum(log_mel, log_mel.max() - 8.0)
        return (log_mel + 4.0) / 4.0


def make(**kw):
    return torch.compile(LogMel(**kw).eval())


def cases():
    yield from build(make, lambda: (randn(2, 40),), "base grad nan inf zero")
    yield from build(make, lambda: (randn(2, 40) * 0.05,), "base grad", tag="quiet-")
    yield from build(lambda: make(preemphasis=None), lambda: (randn(1, 64) * 30,), "base", tag="loud-")

EXPECT = {'topic': 'audio front end',
 'rewrites': [],
 'breaks': {36: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'grad-close']}
