"""Training crops of a spectrogram: the start is drawn by torch and read as a number."""

import torch
from torch import nn

from fxkit import build, randn


class RandomCropTime(nn.Module):
    def __init__(self, size):
        super().__init__()
        self.size = size

    def get_start(self, frames):
        return torch.randint(0, frames - self.size + 1, size=(1,)).item()

    def forward(self, spec):
        frames = spec.shape[-1]
        if frames <= self.size:
            return nn.functional.pad(spec, (0, self.size - frames))
        if not self.training:
            start = (frames - self.size) // 2
        else:
            start = self.get_start(frames)
        return spec[..., start : start + self.size]


class AudioTagger(nn.Module):
    def __init__(self, mels=4, size=5, classes=3):
        super().__init__()
        self.crop = RandomCropTime(size)
        self.conv = nn.Conv1d(mels, 6, 3, padding=1)
        self.fc = nn.Linear(6, classes)

    def forward(self, spec):
        x = torch.relu(self.conv(self.crop(spec)))
        return self.fc(x.mean(dim=-1) + x.amax(dim=-1))


def load(training=True):
    return torch.compile(AudioTagger().train(training))


def cases():
    yield from build(load, lambda: (randn(2, 4, 9),), "base grad nan")
    yield from build(load, lambda: (randn(2, 4, 3),), "base", tag="short-")
    yield from build(lambda: load(False), lambda: (randn(2, 4, 9),), "base", tag="eval-")

EXPECT = {'topic': 'audio',
 'kind': 'random',
 'rewrites': [],
 'breaks': {15: 2},
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
