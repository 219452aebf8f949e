"""The sign of the mean margin picks one of two surrogate losses."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class MarginLoss(nn.Module):
    def __init__(self, margin: float = 0.5):
        super().__init__()
        self.margin = margin

    def forward(self, pos: torch.Tensor, neg: torch.Tensor) -> torch.Tensor:
        gap = self.margin - (pos - neg)
        if gap.mean().gt(0.0):
            per_pair = F.relu(gap)
        else:
            per_pair = F.leaky_relu(gap, 0.01)
        return per_pair.sum()


def load():
    return torch.compile(MarginLoss())


def cases():
    yield from build(load, lambda: (randn(6), randn(6, seed=1)), "base pos neg big nan inf half f64 grad neg+grad big+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'loss',
 'rewrites': ['R1'],
 'breaks': {17: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
