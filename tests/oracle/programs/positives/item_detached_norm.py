"""The norm is read as a number and divides the gradient."""

import torch
from torch import nn

from fxkit import build, randn


class NormalisedGrad(nn.Module):
    def forward(self, g, w):
        norm = g.detach().abs().sum().item()
        return w - g / norm


def cases():
    yield from build(lambda: torch.compile(NormalisedGrad()), lambda: (randn(4), randn(4, seed=2)), "base zero nan inf small f64 grad zero+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R22'],
 'breaks': {11: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
