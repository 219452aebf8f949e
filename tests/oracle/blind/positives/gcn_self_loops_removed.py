"""Graph convolution that drops the self loops of its edge list before it normalises by the degrees."""

import torch
from torch import nn

from fxkit import build, ints, randn


def remove_self_loops(edge_index, edge_attr):
    mask = edge_index[0] != edge_index[1]
    edge_index = edge_index[:, mask]
    return edge_index, edge_attr[mask]


def gcn_norm(edge_index, edge_weight, num_nodes):
    row, col = edge_index[0], edge_index[1]
    deg = torch.zeros(num_nodes).scatter_add_(0, col, edge_weight)
    deg_inv_sqrt = deg.pow(-0.5)
    deg_inv_sqrt = deg_inv_sqrt.masked_fill(deg_inv_sqrt == float("inf"), 0.0)
    return deg_inv_sqrt[row] * edge_weight * deg_inv_sqrt[col]


class GCNConv(nn.Module):
    def __init__(self, in_dim, out_dim):
        super().__init__()
        self.lin = nn.Linear(in_dim, out_dim, bias=False)
        self.bias = nn.Parameter(torch.zeros(out_dim))

    def forward(self, x, edge_index, edge_weight):
        edge_index, edge_weight = remove_self_loops(edge_index, edge_weight)
        norm = gcn_norm(edge_index, edge_weight, x.size(0))
        x = self.lin(x)
        out = torch.zeros_like(x).index_add(0, edge_index[1], norm[:, None] * x[edge_index[0]])
        return out + self.bias


class GCN(nn.Module):
    def __init__(self, dim=4, classes=3):
        super().__init__()
        self.conv1 = GCNConv(dim, 5)
        self.conv2 = GCNConv(5, classes)

    def forward(self, x, edge_index, edge_weight):
        x = self.conv1(x, edge_index, edge_weight).relu()
        return self.conv2(x, edge_index, edge_weight).log_softmax(dim=-1)


def load():
    return torch.compile(GCN())


def cases():
    weights = torch.tensor([1.0, 0.5, 2.0, 1.0, 0.25, 1.5, 1.0, 1.0])
    yield from build(load, lambda: (randn(5, 4), ints(0, 5, 2, 8), weights), "base grad")
    yield from build(load, lambda: (randn(5, 4), torch.arange(5).repeat(2, 1), weights[:5]), "base", tag="loops-")

EXPECT = {'topic': 'graph',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {11: 3, 12: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 8,
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
