"""Learned positions that are clamped, with a notice, past the end of the table."""

import warnings

import torch
import torch.nn as nn

from fxkit import build, randn


class LearnedPositions(nn.Module):
    def __init__(self, max_positions=6, dim=4):
        super().__init__()
        self.max_positions = max_positions
        self.scale = dim**0.5
        self.table = nn.Embedding(max_positions, dim)
        self.norm = nn.LayerNorm(dim)
        self.proj = nn.Linear(dim, dim)

    def forward(self, x, positions):
        if (positions >= self.max_positions).any():
            warnings.warn("positions exceed the table, the last embedding is reused", UserWarning)
        positions = positions.clamp(max=self.max_positions - 1)
        x = self.norm(x) * self.scale + self.table(positions)
        return torch.tanh(self.proj(x)) + x


def load():
    return torch.compile(LearnedPositions())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4), torch.arange(5).repeat(2, 1)), "base grad")
    yield from build(load, lambda: (randn(2, 5, 4), torch.arange(5).repeat(2, 1) + 3), "base grad", tag="long-")


EXPECT = {'topic': 'nlp',
 'rewrites': ['R36', 'R17'],
 'breaks': {21: 1, 22: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['compiled-silent']}
