"""Speech front end: clipping recordings are scaled down before the spectrogram is taken."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class FrontEndConfig:
    frame: int = 8
    hop: int = 4
    n_mels: int = 3
    preemphasis: float = 0.97
    limit: float = 1.0


class LogMel(nn.Module):
    """Frames, window, power spectrum and a learned filter bank."""

    def __init__(self, config=FrontEndConfig()):
        super().__init__()
        self.config = config
        self.register_buffer("window", torch.hann_window(config.frame))
        self.filters = nn.Parameter(torch.full((config.frame, config.n_mels), 0.25))

    def normalize(self, wav):
        peak = wav.detach().abs().max().item()
        if peak > self.config.limit:
            wav = wav / peak
        return wav

    def forward(self, wav):
        wav = self.normalize(wav)
        wav = torch.cat([wav[:, :1], wav[:, 1:] - self.config.preemphasis * wav[:, :-1]], dim=1)
        frames = wav.unfold(1, self.config.frame, self.config.hop) * self.window
        power = frames.square() @ self.filters
        return torch.log(power.clamp(min=1e-10))


def load():
    return torch.compile(LogMel())


def cases():
    yield from build(load, lambda: (randn(2, 20) * 2,), "base grad zero nan inf", tag="loud-")
    yield from build(load, lambda: (randn(2, 20) * 0.1,), "base grad", tag="soft-")

EXPECT = {'rewrites': [],
 'topic': 'speech',
 'kind': 'numbers',
 'breaks': {30: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
