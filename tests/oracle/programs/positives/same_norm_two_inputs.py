"""One layer normalises either the residual sum or the input."""

import torch
from torch import nn

from fxkit import build, randn


class PreOrPost(nn.Module):
    def __init__(self, dim: int = 4):
        super().__init__()
        self.ln = nn.LayerNorm(dim)

    def forward(self, x, residual):
        added = x + residual
        if residual.detach().abs().mean() >= 0.5:
            h = self.ln(added)
        else:
            h = self.ln(x)
        return h * 0.5


def load():
    return torch.compile(PreOrPost())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=5)), "base zero nan inf grad")
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=5) * 0.01), "base grad", tag="thin-")

EXPECT = {'topic': 'norm',
 'rewrites': ['R11'],
 'breaks': {16: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
