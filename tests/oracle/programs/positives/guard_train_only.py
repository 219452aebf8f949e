"""The finite check only runs in training mode."""

import torch
from torch import nn

from fxkit import build, randn


class CheckedScale(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.full((3,), 2.0))

    def forward(self, x):
        y = x * self.weight
        if self.training and not torch.isfinite(y).all():
            raise FloatingPointError("activations are not finite")
        return y + 1.0


def load(train=True):
    return torch.compile(CheckedScale().train(train))


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base nan inf grad")
    yield from build(lambda: load(False), lambda: (randn(2, 3),), "nan grad", tag="eval-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R18'],
 'breaks': {16: 2, 17: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
