"""Singing voice conversion: the pitch contour is mapped to mel bins, unvoiced frames go to bin 1."""

import math

import torch
from torch import nn

from fxkit import bools, build, rand, randn

F0_BIN = 16
F0_MAX = 1100.0
F0_MIN = 50.0
F0_MEL_MIN = 1127 * math.log(1 + F0_MIN / 700)
F0_MEL_MAX = 1127 * math.log(1 + F0_MAX / 700)


def f0_to_coarse(f0):
    f0_mel = 1127 * (1 + f0 / 700).log()
    f0_mel[f0_mel > 0] = (f0_mel[f0_mel > 0] - F0_MEL_MIN) * (F0_BIN - 2) / (F0_MEL_MAX - F0_MEL_MIN) + 1
    f0_mel[f0_mel <= 1] = 1
    f0_mel[f0_mel > F0_BIN - 1] = F0_BIN - 1
    f0_coarse = (f0_mel + 0.5).long()
    assert f0_coarse.max() <= 255 and f0_coarse.min() >= 1, (f0_coarse.max(), f0_coarse.min())
    return f0_coarse


class PitchEncoder(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.f0_emb = nn.Embedding(F0_BIN, dim)
        self.pre = nn.Linear(3, dim)

    def forward(self, content, f0):
        return torch.tanh(self.pre(content)) + self.f0_emb(f0_to_coarse(f0))


def load():
    return torch.compile(PitchEncoder())


def contour():
    return (60 + 500 * rand(2, 5)) * bools(2, 5, p=0.7)


def cases():
    yield from build(load, lambda: (randn(2, 5, 3), contour()), "base nan")
    yield from build(load, lambda: (randn(2, 5, 3), torch.zeros(2, 5)), "base", tag="unvoiced-")
    yield from build(load, lambda: (randn(2, 5, 3), 2000 * rand(2, 5)), "base", tag="shrill-")

EXPECT = {'topic': 'speech',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {19: 1, 23: 3},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
