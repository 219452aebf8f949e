"""A Huber penalty written through the mask and its complement."""

import torch
from torch import nn

from fxkit import build, randn


class MaskedHuber(nn.Module):
    def __init__(self, delta=1.0):
        super().__init__()
        self.delta = delta

    def forward(self, pred, target):
        err = (pred - target).abs()
        out = torch.zeros_like(err)
        small = err <= self.delta
        out[small] = 0.5 * err[small] ** 2
        out[~small] = self.delta * (err[~small] - 0.5 * self.delta)
        return out, small


def load():
    return torch.compile(MaskedHuber())


def cases():
    yield from build(load, lambda: (randn(3, 5), randn(3, 5, seed=1)), "nan inf zero half grad inf+grad")
    yield from build(load, lambda: (randn(3, 5) * 9, randn(3, 5, seed=1) * 9), "base", tag="big-")


EXPECT = {'topic': 'loss',
 'rewrites': ['R32'],
 'breaks': {18: 3, 19: 5},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['finite-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
