"""A buffer of levels is rebound when the activations get louder."""

import torch
from torch import nn

from fxkit import build, randn


class Levels(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("level", torch.tensor([0.5, 0.25, 0.125]))

    def forward(self, x):
        loud = x.detach().abs().mean()
        if loud > self.level.sum():
            self.level = self.level * 1.5
        return x - self.level


def load():
    model = Levels()
    model.compile()
    return model


def cases():
    yield from build(load, lambda: (randn(4, 3) * 1.5,), "base small big nan inf zero f64 grad small+grad big+grad nan+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R8', 'R2'],
 'breaks': {16: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
