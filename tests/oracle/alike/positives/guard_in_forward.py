"""A module's forward refuses negative variance."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


class Affine(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.tensor([1.0, 2.0, 0.5]))

    @torch.compile
    def forward(self, x, var):
        if (var < 0).any():
            raise ValueError("negative variance")
        return x * self.weight + var


def cases():
    yield from build(Affine, lambda: (randn(2, 3), rand(3)), "base nan f64 grad zero+grad")
    yield from build(Affine, lambda: (randn(2, 3), randn(3)), "base grad", tag="neg-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R18'],
 'breaks': {16: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
