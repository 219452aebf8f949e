"""The branch rebinds a buffer in both arms."""

import torch
from torch import nn

from fxkit import build, randn


class Plateau(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("scale", torch.ones(2))

    @torch.no_grad()
    def forward(self, losses):
        if losses.mean() < 0.0:
            self.scale = self.scale * 1.1
        else:
            self.scale = self.scale * 0.5
        return losses * self.scale


def load():
    return torch.compile(Plateau().train())


def cases():
    yield from build(load, lambda: (randn(3, 2),), "base pos neg small nan inf zero f64")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R8'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
