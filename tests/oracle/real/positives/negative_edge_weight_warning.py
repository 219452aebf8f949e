"""A graph convolution warns of negative edge weights and goes on with their absolute value."""

import warnings

import torch
from torch import nn

from fxkit import build, rand, randn


class WeightedGraphConv(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def degrees(self, index, weight, n):
        return torch.zeros(n, dtype=weight.dtype).index_add(0, index, weight)

    def forward(self, x, edge_index, edge_weight):
        if (edge_weight < 0).any():
            warnings.warn("negative edge weights, their absolute value is used")
        edge_weight = edge_weight.abs()
        src, dst = edge_index[0], edge_index[1]
        norm = self.degrees(dst, edge_weight, x.shape[0]).clamp(min=1e-6).rsqrt()
        messages = self.lin(x)[src] * (norm[src] * edge_weight * norm[dst]).unsqueeze(-1)
        return torch.zeros_like(x).index_add(0, dst, messages)


def load():
    return torch.compile(WeightedGraphConv())


def cases():
    edges = torch.tensor([[0, 1, 2, 3, 0], [1, 2, 3, 0, 2]])
    yield from build(load, lambda: (randn(4, 3), edges, rand(5) + 0.1), "base grad nan")
    yield from build(load, lambda: (randn(4, 3), edges, randn(5)), "base grad", tag="signed-")

EXPECT = {'topic': 'graphs',
 'rewrites': ['R36', 'R17'],
 'breaks': {20: 2, 21: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'log-site', 'requires-grad']}
