"""SpecAugment in the encoder: stripes of fixed width start at places that are drawn as numbers."""

import torch
from torch import nn

from fxkit import build, randn


class SpecMask(nn.Module):
    def __init__(self, freq_width: int, time_width: int, rounds: int = 2):
        super().__init__()
        self.freq_width = freq_width
        self.time_width = time_width
        self.rounds = rounds

    def _stripe(self, size: int, width: int) -> int:
        return torch.randint(0, size - width + 1, (1,)).item()

    def forward(self, spec):
        if not self.training:
            return spec
        spec = spec.clone()
        for _ in range(self.rounds):
            f0 = self._stripe(spec.size(1), self.freq_width)
            spec[:, f0 : f0 + self.freq_width, :] = 0.0
            t0 = self._stripe(spec.size(2), self.time_width)
            spec[:, :, t0 : t0 + self.time_width] = 0.0
        return spec


class Encoder(nn.Module):
    def __init__(self, mels=6, dim=4):
        super().__init__()
        self.mask = SpecMask(2, 3)
        self.conv = nn.Conv1d(mels, dim, 3, padding=1)
        self.norm = nn.BatchNorm1d(dim)

    def forward(self, mel):
        return torch.relu(self.norm(self.conv(self.mask(mel))))


def load():
    return torch.compile(Encoder())


def cases():
    yield from build(load, lambda: (randn(2, 6, 10),), "base grad")

EXPECT = {'topic': 'speech',
 'kind': 'random choice',
 'rewrites': [],
 'breaks': {17: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
