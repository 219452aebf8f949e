"""Message passing that refuses edges to nodes which are not there."""

import torch
from torch import nn

from fxkit import build, randn


class MeanConv(nn.Module):
    def __init__(self, dim=3, out=4):
        super().__init__()
        self.self_lin = nn.Linear(dim, out)
        self.neigh_lin = nn.Linear(dim, out, bias=False)

    def propagate(self, x, edge_index):
        src, dst = edge_index.clamp(0, x.size(0) - 1)
        total = torch.zeros_like(x).index_add(0, dst, x[src])
        degree = x.new_zeros(x.size(0)).index_add(0, dst, x.new_ones(dst.size(0)))
        return total / degree.clamp(min=1)[:, None]

    def forward(self, x, edge_index):
        if edge_index.numel() > 0 and (edge_index.max() >= x.size(0) or edge_index.min() < 0):
            raise IndexError("edge_index holds nodes outside of x")
        return torch.relu(self.self_lin(x) + self.neigh_lin(self.propagate(x, edge_index)))


def load():
    return torch.compile(MeanConv())


def cases():
    yield from build(load, lambda: (randn(4, 3), torch.tensor([[0, 1, 2, 3], [1, 2, 0, 1]])), "base grad nan")
    yield from build(load, lambda: (randn(4, 3), torch.tensor([[0, 4], [1, 2]])), "base", tag="high-")
    yield from build(load, lambda: (randn(4, 3), torch.tensor([[0, -1], [1, 2]])), "base", tag="low-")
    yield from build(load, lambda: (randn(4, 3), torch.zeros(2, 0, dtype=torch.long)), "base", tag="none-")

EXPECT = {'topic': 'GNN',
 'kind': 'sanity check that raises',
 'rewrites': [],
 'breaks': {22: 4, 23: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
