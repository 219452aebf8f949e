"""Attention scores are soft-capped only after they became large."""

import torch
from torch import nn

from fxkit import build, randn


class CappedScores(nn.Module):
    def __init__(self, cap: float = 3.0):
        super().__init__()
        self.cap = cap

    def forward(self, query, key):
        scores = query + key.flip(0)
        if scores.detach().abs().amax() > self.cap:
            scores = scores.clamp(-self.cap, self.cap)
        return scores / self.cap


def cases():
    yield from build(lambda: torch.compile(CappedScores()), lambda: (randn(3, 4), randn(3, 4, seed=8)), "base small big nan inf half f64 grad big+grad nan+grad ninf+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R2'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
