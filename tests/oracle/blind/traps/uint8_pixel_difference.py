"""Shot boundaries: the change of the mean grey level of two uint8 frames, and of their brightest pixels."""

import torch
from torch import nn

from fxkit import build, ints


class ShotBoundary(nn.Module):
    def __init__(self, pixels=9, hidden=4):
        super().__init__()
        self.scorer = nn.Sequential(nn.Linear(pixels, hidden), nn.ReLU(), nn.Linear(hidden, 1))

    @staticmethod
    def peak_change(previous, current):
        """Signed change of the brightest pixel, in grey levels."""
        return current.max().item() - previous.max().item()

    def forward(self, previous, current):
        """previous, current: (H, W) uint8"""
        a, b = previous.float() / 255, current.float() / 255
        score = torch.sigmoid(self.scorer((b - a).flatten()))
        change = self.peak_change(previous, current)
        return score, score * change / 255.0


def load():
    return torch.compile(ShotBoundary())


def frame(lo, hi, seed=0):
    return ints(lo, hi, 3, 3, seed=seed).to(torch.uint8)


def cases():
    yield from build(load, lambda: (frame(0, 80), frame(150, 256)), "base")
    yield from build(load, lambda: (frame(150, 256), frame(0, 80)), "base", tag="darker-")
    yield from build(load, lambda: (frame(0, 256), frame(0, 256, seed=4)), "base", tag="drawn-")

EXPECT = {'topic': 'video',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'overflow', 'integer types'],
 'breaks': {17: 3},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
