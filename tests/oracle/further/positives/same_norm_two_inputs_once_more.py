"""One layer norm is called in both arms, its result scaled alike."""

import torch
from torch import nn

from fxkit import build, randn


class Skip(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.norm = nn.LayerNorm(dim)

    def forward(self, stream, update):
        update = update * 0.5
        if update.abs().sum() < 4.0:
            y = self.norm(stream)
        else:
            y = self.norm(update)
        return stream + y


def load():
    return torch.compile(Skip(4))


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=5)), "base pos neg big nan inf zero grad neg+grad pos+grad")
    yield from build(load, lambda: (randn(3, 4), randn(3, 4) * 0.2), "base nan grad neg+grad pos+grad", tag="quiet-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R11'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
