"""A learned loudness model divides by the energy as a number: no gradient flows through the denominator."""

import torch
from torch import nn

from fxkit import build, randn


class EnergyNormaliser(nn.Module):
    def __init__(self, floor=1e-4):
        super().__init__()
        self.floor = floor

    def forward(self, h):
        energy = h.pow(2).mean().item()
        return h / max(energy, self.floor) ** 0.5, energy


class LoudnessModel(nn.Module):
    def __init__(self, bands=5, hidden=6):
        super().__init__()
        self.bank = nn.Linear(bands, hidden)
        self.normalise = EnergyNormaliser()
        self.compress = nn.Parameter(torch.tensor(0.3))
        self.out = nn.Linear(hidden, 1)

    def forward(self, spectrum):
        h = self.bank(spectrum)
        h, energy = self.normalise(h)
        h = h.sign() * (h.abs() + 1e-3) ** self.compress
        loudness = self.out(h).squeeze(-1)
        return loudness, 10 * energy


def load():
    return torch.compile(LoudnessModel())


def load_silent():
    model = LoudnessModel()
    nn.init.zeros_(model.bank.bias)
    return torch.compile(model)


def cases():
    yield from build(load, lambda: (randn(3, 5),), "base grad big nan")
    yield from build(load_silent, lambda: (torch.zeros(3, 5),), "base grad", tag="silent-")

EXPECT = {'topic': 'audio',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['item cuts the gradient', 'arithmetic in double'],
 'breaks': {15: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['gradients'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
