"""Speech: the standard deviation of the voiced energy, which one voiced frame does not have."""

import torch
from torch import nn

from fxkit import build, randn


class ProsodyStats(nn.Module):
    def __init__(self, threshold=0.0):
        super().__init__()
        self.threshold = threshold

    def forward(self, energy, pitch):
        stats = []
        for e, p in zip(energy, pitch):
            voiced = e[p > self.threshold]
            stats.append(torch.stack([voiced.mean(), voiced.std()]))
        return torch.stack(stats)


class ProsodyEncoder(nn.Module):
    def __init__(self, frame=3, hidden=4):
        super().__init__()
        self.energy = nn.Linear(frame, 1)
        self.stats = ProsodyStats()
        self.proj = nn.Linear(2, hidden)

    def forward(self, frames, pitch):
        energy = self.energy(frames).squeeze(-1)
        stats = self.stats(energy, pitch)
        return torch.tanh(self.proj(stats)), stats


def load():
    return torch.compile(ProsodyEncoder())


ONE = [[0.0, 0.0, 120.0, 0.0], [100.0, 110.0, 0.0, 0.0]]


def cases():
    yield from build(load, lambda: (randn(2, 5, 3), 100 * randn(2, 5)), "base grad nan")
    yield from build(load, lambda: (randn(2, 4, 3), torch.tensor(ONE)), "base grad", tag="one-")
    yield from build(load, lambda: (randn(2, 4, 3), torch.zeros(2, 4)), "base grad", tag="unvoiced-")

EXPECT = {'topic': 'speech',
 'kind': 'masks',
 'verdict': 'any correct rewrite',
 'obligations': ['NaN', 'empty selections', 'warnings'],
 'breaks': {17: 5},
 'gb': ['GB0036', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
