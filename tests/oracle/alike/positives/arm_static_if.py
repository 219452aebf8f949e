"""A static test of the training flag sits inside the tensor arm."""

import torch
from torch import nn

from fxkit import build, randn


class Gate(nn.Module):
    def forward(self, x):
        y = x * 0.5
        if y.amax() > 1.0:
            if self.training:
                y = y - 1.0
            else:
                y = y.clamp(max=1.0)
            y = y * 3.0
        return y


def load(train):
    return lambda: torch.compile(Gate().train(train))


def cases():
    yield from build(load(True), lambda: (randn(5),), "base big small nan inf half", tag="train-")
    yield from build(load(False), lambda: (randn(5),), "base big small nan grad nan+grad inf+grad ninf+grad neg+grad pos+grad", tag="eval-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R4'],
 'breaks': {12: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
