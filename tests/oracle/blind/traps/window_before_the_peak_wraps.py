"""Attack energy before the loudest sample; a peak near the start makes the slice start negative."""

import torch
from torch import nn

from fxkit import build, randn


def attack_energy(wav, width):
    peak = wav.abs().argmax().item()
    window = wav[peak - width : peak + 1]
    return window.square().sum()


class OnsetFeatures(nn.Module):
    def __init__(self, width=3, features=4):
        super().__init__()
        self.width = width
        self.proj = nn.Linear(2, features)

    def forward(self, batch):
        attack = torch.stack([attack_energy(wav, self.width) for wav in batch])
        total = batch.square().sum(dim=-1)
        share = attack / total.clamp(min=1e-8)
        return torch.relu(self.proj(torch.stack([share, total.log1p()], dim=-1))), share


def load(width=3):
    return torch.compile(OnsetFeatures(width))


def cases():
    def clicks(*positions, length=10):
        wav = 0.1 * randn(len(positions), length)
        for i, p in enumerate(positions):
            wav[i, p] = 2.0 + i
        return (wav,)

    yield from build(load, lambda: clicks(5, 8), "base grad")
    yield from build(load, lambda: clicks(9, 4), "base", tag="end-")
    yield from build(load, lambda: clicks(1, 6), "base grad", tag="start-")
    yield from build(lambda: load(8), lambda: clicks(2, 9), "base", tag="wide-")

EXPECT = {'topic': 'audio',
 'kind': 'slices',
 'verdict': 'any correct rewrite',
 'obligations': ['negative slice start'],
 'breaks': {10: 3},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
