"""A compressor: its envelope rises with the attack and falls with the release."""

import math

import torch
from torch import nn

from fxkit import build, randn


class Compressor(nn.Module):
    def __init__(self, sample_rate=100, attack_ms=5.0, release_ms=80.0, threshold=0.3):
        super().__init__()
        self.attack = math.exp(-1000.0 / (attack_ms * sample_rate))
        self.release = math.exp(-1000.0 / (release_ms * sample_rate))
        self.threshold = nn.Parameter(torch.tensor(threshold))
        self.ratio = nn.Parameter(torch.tensor(4.0))

    def envelope(self, level):
        env = level.new_zeros(())
        track = []
        for t in range(level.size(0)):
            if level[t] > env:
                coeff = self.attack
            else:
                coeff = self.release
            env = coeff * env + (1.0 - coeff) * level[t]
            track.append(env)
        return torch.stack(track)

    def forward(self, wave):
        env = self.envelope(wave.abs().amax(dim=0))
        over = torch.relu(torch.log(env + 1e-5) - torch.log(self.threshold))
        gain = torch.exp(-over * (1.0 - 1.0 / self.ratio))
        return wave * gain


def load():
    return torch.compile(Compressor())


def cases():
    yield from build(load, lambda: (randn(2, 6),), "base grad zero nan big")
    yield from build(load, lambda: (torch.tensor([[0.9, 0.7, 0.5, 0.2, 0.1]]),), "base", tag="falling-")

EXPECT = {'topic': 'audio',
 'kind': 'branch in a loop',
 'rewrites': [],
 'breaks': {23: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
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
