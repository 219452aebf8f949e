"""Endpointing: an utterance ends at its first silent frame; one that never falls silent ends nowhere."""

import torch
from torch import nn

from fxkit import build, randn


class EnergyVAD(nn.Module):
    def __init__(self, mels=3, threshold=0.5):
        super().__init__()
        self.proj = nn.Linear(mels, 1)
        self.threshold = threshold

    def speech_probability(self, frames):
        return torch.sigmoid(self.proj(frames)).squeeze(-1)

    def first_silence(self, prob):
        try:
            return (prob < self.threshold).nonzero()[0].item()
        except IndexError:
            return -1


class Endpointer(nn.Module):
    def __init__(self, max_frames=20):
        super().__init__()
        self.vad = EnergyVAD()
        self.max_frames = max_frames

    def forward(self, frames):
        prob = self.vad.speech_probability(frames)
        end = self.vad.first_silence(prob)
        length = self.max_frames if end < 0 else end
        return prob, length


def load():
    return torch.compile(Endpointer())


def cases():
    yield from build(load, lambda: (randn(8, 3),), "base grad zero")
    for sign in (1.0, -1.0):
        yield from build(load, lambda sign=sign: (sign * 30 * torch.ones(6, 3),), "base", tag=f"constant{int(sign)}-")
    yield from build(load, lambda: (torch.cat([30 * torch.ones(3, 3), -30 * torch.ones(3, 3)]),), "base", tag="one-way-")
    yield from build(load, lambda: (torch.cat([-30 * torch.ones(3, 3), 30 * torch.ones(3, 3)]),), "base", tag="other-way-")

EXPECT = {'topic': 'speech',
 'kind': 'exception caught',
 'verdict': 'any correct rewrite',
 'obligations': ['exceptions that are caught'],
 'breaks': {20: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
