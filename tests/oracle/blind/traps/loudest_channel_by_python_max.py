"""Automatic gain for multi-microphone capture: gain from the loudest channel, broken channels included."""

import torch
from torch import nn

from fxkit import build, randn


def channel_rms(x):
    return [c.pow(2).mean().sqrt() for c in x.unbind(0)]


class AutomaticGain(nn.Module):
    """Target level with a floor for silence and a slow release."""

    def __init__(self, target=0.1, floor=1e-3, release=0.8):
        super().__init__()
        self.target = target
        self.floor = floor
        self.release = release
        self.register_buffer("gain", torch.ones(()))

    def loudest(self, x):
        level = self.floor
        for rms in channel_rms(x):
            level = max(level, rms.item())
        return level

    @torch.no_grad()
    def forward(self, x):
        wanted = self.target / self.loudest(x)
        self.gain.mul_(self.release).add_((1 - self.release) * wanted)
        return torch.tanh(x * self.gain)


def cases():
    broken = lambda k: torch.stack([torch.full((6,), float("nan")) if i == k else randn(6, seed=i) for i in range(3)])
    make = lambda: torch.compile(AutomaticGain())
    yield from build(make, lambda: (randn(3, 6),), "base zero", tag="sound-")
    yield from build(make, lambda: (broken(0),), "base", tag="first-dead-")
    yield from build(make, lambda: (broken(2),), "base", tag="last-dead-")

EXPECT = {'topic': 'audio',
 'verdict': 'any correct rewrite',
 'obligations': ['R26', 'O6'],
 'breaks': {26: 2},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['nan positions'],
 'unsafe': ['close']}
