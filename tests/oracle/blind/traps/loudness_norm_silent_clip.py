"""Loudness normalisation of generated audio; clips close to silence are left alone."""

import torch
from torch import nn

from fxkit import build, randn


class LoudnessHead(nn.Module):
    def __init__(self, hidden=6, hop=5, target_db=-18.0, floor=2e-3):
        super().__init__()
        self.to_wave = nn.Linear(hidden, hop, bias=False)
        self.target_db, self.floor = target_db, floor

    def normalize(self, wav):
        energy = wav.pow(2).mean().sqrt()
        if energy < self.floor:
            return wav
        gain = 10 ** (self.target_db / 20) / energy
        out = wav * gain
        return torch.tanh(out)

    def forward(self, hidden):
        wav = self.to_wave(hidden).flatten(1)
        return self.normalize(wav)


def load():
    return torch.compile(LoudnessHead())


def cases():
    yield from build(load, lambda: (randn(2, 4, 6),), "base grad")
    yield from build(load, lambda: (torch.zeros(2, 4, 6),), "base grad", tag="silent-")


EXPECT = {'topic': 'audio',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
