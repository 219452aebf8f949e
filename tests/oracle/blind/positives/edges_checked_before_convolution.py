"""Graph convolution: edges are checked, degrees are inverted where there are any, and training drops edges."""

import torch
from torch import nn

from fxkit import build, ints, randn


def check_edge_index(edge_index, num_nodes):
    if edge_index.max() >= num_nodes:
        raise IndexError("edge_index refers to a node that does not exist")


def gcn_norm(edge_index, num_nodes):
    row, col = edge_index
    deg = torch.zeros(num_nodes).index_add_(0, col, torch.ones(col.shape[0]))
    deg_inv_sqrt = torch.zeros_like(deg)
    connected = deg > 0
    deg_inv_sqrt[connected] = deg[connected].pow(-0.5)
    return deg_inv_sqrt[row] * deg_inv_sqrt[col]


class GCNConv(nn.Module):
    def __init__(self, n_in, n_out, drop_edge=0.2):
        super().__init__()
        self.lin = nn.Linear(n_in, n_out, bias=False)
        self.bias = nn.Parameter(torch.zeros(n_out))
        self.drop_edge = drop_edge

    def forward(self, x, edge_index):
        weight = gcn_norm(edge_index, x.shape[0])
        if self.training and self.drop_edge > 0:
            weight = weight * (torch.rand(weight.shape) >= self.drop_edge)
        msg = weight[:, None] * self.lin(x)[edge_index[0]]
        return torch.zeros(x.shape[0], msg.shape[1]).index_add(0, edge_index[1], msg) + self.bias


class GCN(nn.Module):
    def __init__(self, dim=3, hidden=5, classes=2):
        super().__init__()
        self.conv1 = GCNConv(dim, hidden)
        self.conv2 = GCNConv(hidden, classes, drop_edge=0.0)
        self.dropout = nn.Dropout(0.5)

    def forward(self, x, edge_index):
        check_edge_index(edge_index, x.shape[0])
        h = self.dropout(torch.relu(self.conv1(x, edge_index)))
        return self.conv2(h, edge_index)


def load():
    return torch.compile(GCN())


def cases():
    yield from build(load, lambda: (randn(5, 3), ints(0, 5, 2, 8)), "base grad")
    yield from build(lambda: torch.compile(GCN().eval()), lambda: (randn(5, 3), ints(0, 3, 2, 8)), "base", tag="eval-")
    yield from build(load, lambda: (randn(5, 3), ints(0, 3, 2, 8) + 4), "base", tag="outside-")

EXPECT = {'topic': 'graph nets',
 'kind': 'check that raises',
 'rewrites': [],
 'breaks': {10: 2, 19: 3},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 10,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
