"""Preprocessing in front of an audio codec: level, peak limit and padding to the hop size, after audiotools."""

import math

import torch
from torch import nn

from fxkit import build, randn


class AudioSignal:
    GAIN_FACTOR = math.log(10) / 20
    """Gain factor for converting between amplitude and decibels."""

    def __init__(self, audio_data, sample_rate):
        assert audio_data.ndim == 3, "audio_data must be (batch, channels, time)"
        self.audio_data = audio_data
        self.sample_rate = sample_rate

    def level(self):
        power = self.audio_data.pow(2).mean(dim=(1, 2))
        return 10 * torch.log10(power.clamp(min=1e-10))

    def normalize(self, db=-24.0):
        gain = torch.exp((db - self.level()) * self.GAIN_FACTOR)
        self.audio_data = self.audio_data * gain[:, None, None]
        return self

    def ensure_max_of_audio(self, max=1.0):
        """Ensures that ``abs(audio_data) <= max``."""
        peak = self.audio_data.abs().max(dim=-1, keepdims=True)[0]
        peak_gain = torch.ones_like(peak)
        peak_gain[peak > max] = max / peak[peak > max]
        self.audio_data = self.audio_data * peak_gain
        return self

    def zero_pad_to(self, length):
        self.audio_data = nn.functional.pad(self.audio_data, (0, max(length - self.audio_data.shape[-1], 0)))
        return self


class CodecEncoder(nn.Module):
    def __init__(self, hop=4, dim=3, sample_rate=16000, db=-3.0):
        super().__init__()
        self.hop, self.sample_rate, self.db = hop, sample_rate, db
        self.conv = nn.Conv1d(1, dim, hop, stride=hop)

    def preprocess(self, audio_data):
        length = audio_data.shape[-1]
        right = math.ceil(length / self.hop) * self.hop
        signal = AudioSignal(audio_data, self.sample_rate)
        return signal.normalize(self.db).ensure_max_of_audio(0.9).zero_pad_to(right).audio_data

    def forward(self, audio_data):
        audio = self.preprocess(audio_data)
        return self.conv(audio), audio


def load(**kw):
    return torch.compile(CodecEncoder(**kw))


def cases():
    yield from build(load, lambda: (randn(2, 1, 13),), "base grad zero big small")
    yield from build(lambda: load(db=-40.0), lambda: (randn(2, 1, 8),), "base grad", tag="quiet-")
    yield from build(lambda: load(db=20.0), lambda: (randn(1, 1, 10),), "base grad", tag="loud-")


EXPECT = {'topic': 'audio codec',
 'rewrites': [],
 'breaks': {33: 6, 52: 1},
 'gb': ['GB0036', 'GB0092'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero']}
