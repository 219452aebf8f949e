"""The forward process refuses noise levels outside of the unit interval."""

import torch
from torch import nn

from fxkit import build, rand, randn


class NoiseMixer(nn.Module):
    def __init__(self, strength=0.8):
        super().__init__()
        self.strength = strength

    def forward(self, x, noise, level):
        if not ((level >= 0) & (level <= 1)).all():
            raise RuntimeError("noise level outside [0, 1]")
        level = level * self.strength
        return x * (1 - level) + noise * level


def load():
    return torch.compile(NoiseMixer())


def cases():
    yield from build(load, lambda: (randn(4), randn(4, seed=1), rand(4)), "base nan inf zero half f64 grad nan+grad inf+grad neg+grad")
    yield from build(load, lambda: (randn(4), randn(4, seed=1), rand(4) + 0.5), "base half grad", tag="beyond-")

EXPECT = {'topic': 'diffusion',
 'rewrites': ['R18'],
 'breaks': {15: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
