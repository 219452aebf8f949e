"""An existing tensor attribute is replaced in one arm only."""

import torch
from torch import nn

from fxkit import build, randn


class Observer(nn.Module):
    def __init__(self):
        super().__init__()
        self.floor = torch.full((3,), 0.5)

    @torch.no_grad()
    def forward(self, x):
        low = x.amin(dim=0)
        if (low < self.floor).any():
            self.floor = torch.minimum(low, self.floor)
        return x - self.floor


def load():
    return torch.compile(Observer())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base pos neg big small nan inf zero f64")
    yield from build(load, lambda: (randn(4, 3).abs() + 1,), "base", tag="above-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R8'],
 'breaks': {17: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
