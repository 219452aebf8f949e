"""Mel spectrogram of a vocoder's training step, as HiFi-GAN computes it."""

import torch
import torch.nn.functional as F

from fxkit import rand, randn, sweep

N_FFT, HOP, N_MELS = 16, 4, 5


def dynamic_range_compression_torch(x, C=1, clip_val=1e-5):
    return torch.log(torch.clamp(x, min=clip_val) * C)


@torch.compile
def mel_spectrogram(y, mel_basis, window, center=False):
    if torch.min(y) < -1.0:
        print("min value is ", torch.min(y))
    if torch.max(y) > 1.0:
        print("max value is ", torch.max(y))

    pad = (N_FFT - HOP) // 2
    y = F.pad(y.unsqueeze(1), (pad, pad), mode="reflect").squeeze(1)
    frames = y.unfold(-1, N_FFT, HOP) * window
    spec = torch.fft.rfft(frames, dim=-1)
    mag = torch.sqrt(spec.real.pow(2) + spec.imag.pow(2) + 1e-9)
    mel = torch.matmul(mag, mel_basis.t()).transpose(1, 2)
    return dynamic_range_compression_torch(mel)


def basis():
    return rand(N_MELS, N_FFT // 2 + 1, seed=5)


def cases():
    yield from sweep(mel_spectrogram, lambda: (randn(2, 32).clamp(-0.9, 0.9), basis(), torch.hann_window(N_FFT)), "base grad zero", tag="in-")
    yield from sweep(mel_spectrogram, lambda: (randn(2, 32) * 2, basis(), torch.hann_window(N_FFT)), "base pos neg", tag="loud-")


EXPECT = {'topic': 'audio',
 'rewrites': [],
 'breaks': {17: 1, 18: 1, 19: 1, 20: 1},
 'gb': ['GB0059', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent']}
