"""Static tests of a module around a tensor test."""

import torch
from torch import nn

from fxkit import build, randn


class Cell(nn.Module):
    def __init__(self, cap):
        super().__init__()
        self.cap = cap

    def forward(self, x, h):
        pre = x + h * 0.9
        if self.cap is not None and pre.max() > self.cap:
            pre = pre.clamp(max=self.cap)
        return torch.tanh(pre)


def capped():
    return torch.compile(Cell(1.0))


def free():
    return torch.compile(Cell(None))


def cases():
    yield from build(capped, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base pos neg small nan inf zero half f64")
    yield from build(free, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base pos half", tag="free-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R5', 'R2'],
 'breaks': {16: 3},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
