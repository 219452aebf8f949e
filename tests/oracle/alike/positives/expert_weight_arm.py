"""The same product with one of two expert weights."""

import torch
from torch import nn

from fxkit import build, rand, randn


class Experts(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))
        self.v = nn.Parameter(torch.tensor([0.5, 0.25, 2.0]))

    def forward(self, x, gate):
        if gate.sum() > 0:
            y = torch.mul(x, self.w)
        else:
            y = torch.mul(x, self.v)
        return y + 1.0


def load():
    return torch.compile(Experts())


def cases():
    yield from build(load, lambda: (randn(2, 3), rand(2)), "base nan inf zero grad")
    yield from build(load, lambda: (randn(2, 3), -rand(2)), "base grad", tag="second-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R11'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
