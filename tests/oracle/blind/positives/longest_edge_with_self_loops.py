"""A geometric graph block scales its edge features by the longest edge; every node has a loop."""

import torch
from torch import nn

from fxkit import bools, build, randn


class EdgeBlock(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.msg = nn.Linear(2 * dim + 1, dim)
        self.out = nn.Linear(dim, dim)

    def distances(self, pos):
        delta = pos[:, None] - pos[None]
        return (delta.square().sum(dim=-1) + 1e-12).sqrt()

    def forward(self, x, pos, adjacency):
        """x: (n, dim), pos: (n, 3), adjacency: (n, n) bool."""
        n = x.shape[0]
        edges = adjacency | torch.eye(n, dtype=torch.bool)
        dist = self.distances(pos)
        longest = dist[edges].max()
        rel = dist / (longest + 1e-6)
        pairs = torch.cat([x[:, None].expand(n, n, -1), x[None].expand(n, n, -1), rel[..., None]], dim=-1)
        messages = torch.tanh(self.msg(pairs)) * edges[..., None]
        return self.out(x + messages.sum(dim=1)), longest


class Encoder(nn.Module):
    def __init__(self, dim=4, depth=2):
        super().__init__()
        self.blocks = nn.ModuleList(EdgeBlock(dim) for _ in range(depth))

    def forward(self, x, pos, adjacency):
        for block in self.blocks:
            x, longest = block(x, pos, adjacency)
        return x, longest


def load():
    return torch.compile(Encoder())


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 3), bools(5, 5, p=0.4)), "base grad true false")

EXPECT = {'rewrites': [],
 'topic': 'graph',
 'kind': 'mask',
 'breaks': {24: 3},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
