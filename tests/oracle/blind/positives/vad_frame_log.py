"""Energy based voice activity detection with a log line per batch."""

import logging

import torch
from torch import nn

from fxkit import build, randn

log = logging.getLogger("vad")


def frame_signal(wave, size, hop):
    return wave.unfold(-1, size, hop)


class EnergyVAD(nn.Module):
    def __init__(self, frame_size=4, hop=2, threshold=0.7, hangover=1):
        super().__init__()
        self.frame_size = frame_size
        self.hop = hop
        self.threshold = threshold
        self.hangover = hangover

    def smooth(self, active):
        padded = nn.functional.pad(active.float().unsqueeze(1), (self.hangover, self.hangover))
        return nn.functional.max_pool1d(padded, 2 * self.hangover + 1, stride=1).squeeze(1) > 0

    def forward(self, wave):
        frames = frame_signal(wave, self.frame_size, self.hop)
        energy = frames.pow(2).mean(dim=-1)
        active = self.smooth(energy > self.threshold)
        n_speech = active.sum()
        log.info("speech frames: %d of %d", n_speech.item(), active.numel())
        return frames, active


class SpeechPooling(nn.Module):
    def __init__(self, frame_size=4, dim=3):
        super().__init__()
        self.vad = EnergyVAD(frame_size)
        self.proj = nn.Linear(frame_size, dim)

    def forward(self, wave):
        frames, active = self.vad(wave)
        emb = self.proj(frames)
        weight = active.unsqueeze(-1).to(emb.dtype)
        return (emb * weight).sum(dim=1) / weight.sum(dim=1).clamp(min=1.0)


def load():
    return torch.compile(SpeechPooling())


def cases():
    yield from build(load, lambda: (randn(2, 16),), "base grad small big nan")


EXPECT = {'topic': 'speech',
 'kind': 'logger_info_item',
 'rewrites': [],
 'breaks': {34: 4},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-silent', 'log-site'],
 'unsafe': ['compiled-silent', 'log-site']}
