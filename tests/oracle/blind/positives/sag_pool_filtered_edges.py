"""Self-attention pooling keeps the best half of the nodes and the edges between them."""

import math

import torch
from torch import nn

from fxkit import build, randn


class GraphConv(nn.Module):
    def __init__(self, in_dim, out_dim):
        super().__init__()
        self.lin_rel = nn.Linear(in_dim, out_dim)
        self.lin_root = nn.Linear(in_dim, out_dim, bias=False)

    def forward(self, x, edge_index):
        row, col = edge_index
        agg = torch.zeros_like(x).index_add(0, col, x[row])
        return self.lin_rel(agg) + self.lin_root(x)


def filter_adj(edge_index, perm, num_nodes):
    mask = perm.new_full((num_nodes,), -1)
    i = torch.arange(perm.size(0), dtype=torch.long)
    mask[perm] = i
    row, col = edge_index
    row, col = mask[row], mask[col]
    mask = (row >= 0) & (col >= 0)
    row, col = row[mask], col[mask]
    return torch.stack([row, col], dim=0)


class SAGPoolNet(nn.Module):
    def __init__(self, dim=3, hidden=4, ratio=0.5):
        super().__init__()
        self.conv1 = GraphConv(dim, hidden)
        self.score = GraphConv(hidden, 1)
        self.conv2 = GraphConv(hidden, 2)
        self.ratio = ratio

    def forward(self, x, edge_index):
        x = torch.relu(self.conv1(x, edge_index))
        score = torch.tanh(self.score(x, edge_index).squeeze(-1))
        k = math.ceil(self.ratio * x.size(0))
        perm = score.topk(k).indices
        x = x[perm] * score[perm].unsqueeze(-1)
        edge_index = filter_adj(edge_index, perm, score.size(0))
        return self.conv2(x, edge_index).mean(dim=0)


def load():
    return torch.compile(SAGPoolNet())


def cases():
    edges = torch.tensor([[0, 1, 2, 3, 4, 5, 0, 2], [1, 0, 3, 2, 5, 4, 5, 1]])
    yield from build(load, lambda: (randn(6, 3), edges.clone()), "base grad")
    yield from build(load, lambda: (randn(6, 3, seed=9), edges[:, :1].clone()), "base", tag="one-edge-")

EXPECT = {'topic': 'graphs',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {30: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
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
