"""Soft capping of the scores, only when one is over the cap."""

import torch
from torch import nn

from fxkit import build, randn


class Scores(nn.Module):
    def __init__(self, cap):
        super().__init__()
        self.cap = cap

    def forward(self, q, k):
        scores = q @ k.transpose(-1, -2)
        if scores.abs().max() > self.cap:
            scores = torch.tanh(scores / self.cap) * self.cap
        return scores + 1.0


def load():
    return torch.compile(Scores(2.0).eval())


def cases():
    yield from build(load, lambda: (randn(2, 3, 4), randn(2, 3, 4, seed=1)), "base big small nan inf zero half bf16 f64")

EXPECT = {'topic': 'attention',
 'rewrites': ['R2'],
 'breaks': {16: 4},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
