"""A quiet waveform is amplified, a loud one attenuated."""

import torch
from torch import nn

from fxkit import build, randn


class AutoGain(nn.Module):
    def __init__(self, floor=0.05):
        super().__init__()
        self.floor = floor

    def forward(self, wave):
        energy = (wave * wave).mean()
        if energy < self.floor:
            out = wave * 10.0
        else:
            out = wave * 0.5
        return out - out.mean(-1, keepdim=True)


def load():
    return torch.compile(AutoGain().eval())


def cases():
    yield from build(load, lambda: (randn(2, 16),), "base small big nan inf zero half f64 small+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
