"""Continual learning: a reservoir draws a slot from Python's generator only when it is full."""

import random

import torch
from torch import nn

from fxkit import build, randn


class Reservoir(nn.Module):
    def __init__(self, size=3, dim=4):
        super().__init__()
        self.size = size
        self.register_buffer("examples", torch.zeros(size, dim))
        self.register_buffer("num_seen", torch.zeros((), dtype=torch.long))

    def slot(self):
        if self.num_seen < self.size:
            return int(self.num_seen)
        draw = random.randint(0, int(self.num_seen))
        return draw if draw < self.size else -1

    def add(self, row):
        index = self.slot()
        self.num_seen += 1
        if index >= 0:
            self.examples[index] = row


class Replay(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.encoder = nn.Linear(dim, dim)
        self.memory = Reservoir(dim=dim)

    @torch.no_grad()
    def forward(self, batch):
        h = self.encoder(batch)
        for row in h:
            self.memory.add(row)
        return self.memory.examples.mean(dim=0), h


def load():
    random.seed(5)
    return torch.compile(Replay())


def cases():
    yield from build(load, lambda: (randn(2, 4),), "base nan")
    yield from build(load, lambda: (randn(5, 4),), "base", tag="five-")

EXPECT = {'topic': 'continual',
 'kind': 'random',
 'verdict': 'decline',
 'obligations': ['draws happen in one arm only', 'the stream of random'],
 'breaks': {19: 3, 20: 1, 21: 2, 22: 1},
 'gb': ['GB0007', 'GB0124', 'GB0170', 'GB7000'],
 'naive_differs_in': ['random state', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
