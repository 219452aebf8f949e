"""Isolated nodes are counted and shifted."""

import torch
from torch import nn

from fxkit import build, rand


class DegreeFix(nn.Module):
    def forward(self, adj):
        deg = adj.sum(dim=1, keepdim=True)
        if torch.count_nonzero(deg == 0) != 0:
            deg = deg.clamp(min=1.0)
        return deg


def cases():
    yield from build(lambda: torch.compile(DegreeFix()), lambda: (rand(3, 3),), "base zero nan inf half f64 grad zero+grad inf+grad")
    yield from build(lambda: torch.compile(DegreeFix()), lambda: (torch.eye(3)[:, :2] * 3,), "base grad", tag="lone-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R2', 'R33'],
 'breaks': {12: 6},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
