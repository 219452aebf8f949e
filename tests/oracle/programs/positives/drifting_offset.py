"""The running offset of a quantiser is a plain attribute that both arms replace."""

import torch
from torch import nn

from fxkit import build, randn


class Offset(nn.Module):
    def __init__(self, bits=4):
        super().__init__()
        self.steps = 2.0**bits
        self.offset = torch.zeros(3)

    @torch.no_grad()
    def forward(self, w):
        low = w.amin(0)
        if (low - self.offset).abs().max() > 1.0:
            self.offset = low * 1.0
        else:
            self.offset = self.offset * 0.5 + low * 0.5
        return torch.round((w - self.offset) * self.steps)


def load():
    return torch.compile(Offset())


def cases():
    yield from build(load, lambda: (randn(5, 3),), "base pos neg big small nan inf zero")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R8'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
