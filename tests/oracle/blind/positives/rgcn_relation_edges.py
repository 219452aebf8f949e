"""A relational graph convolution propagates over the edges of one relation after the other."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def masked_edge_index(edge_index, edge_mask):
    return edge_index[:, edge_mask]


class RGCNConv(nn.Module):
    def __init__(self, in_channels, out_channels, num_relations, num_bases=2):
        super().__init__()
        self.num_relations = num_relations
        self.out_channels = out_channels
        self.weight = nn.Parameter(torch.randn(num_bases, in_channels, out_channels) * 0.3)
        self.comp = nn.Parameter(torch.randn(num_relations, num_bases))
        self.root = nn.Parameter(torch.randn(in_channels, out_channels) * 0.3)
        self.bias = nn.Parameter(torch.zeros(out_channels))

    def propagate(self, edge_index, x):
        src, dst = edge_index[0], edge_index[1]
        summed = x.new_zeros(x.size(0), x.size(1)).index_add(0, dst, x[src])
        degree = x.new_zeros(x.size(0)).index_add(0, dst, torch.ones_like(dst, dtype=x.dtype))
        return summed / degree.clamp(min=1).unsqueeze(-1)

    def forward(self, x, edge_index, edge_type):
        weight = (self.comp @ self.weight.flatten(1)).view(self.num_relations, -1, self.out_channels)
        out = x.new_zeros(x.size(0), self.out_channels)
        for i in range(self.num_relations):
            tmp = masked_edge_index(edge_index, edge_type == i)
            h = self.propagate(tmp, x)
            out = out + (h @ weight[i])
        return out + x @ self.root + self.bias


class EntityClassifier(nn.Module):
    def __init__(self, dim=4, hidden=5, classes=3, num_relations=3):
        super().__init__()
        self.conv1 = RGCNConv(dim, hidden, num_relations)
        self.conv2 = RGCNConv(hidden, classes, num_relations)

    def forward(self, x, edge_index, edge_type):
        return F.log_softmax(self.conv2(self.conv1(x, edge_index, edge_type).relu(), edge_index, edge_type), dim=1)


def load():
    return torch.compile(EntityClassifier())


def cases():
    yield from build(load, lambda: (randn(5, 4), ints(0, 5, 2, 9), ints(0, 3, 9)), "base grad nan")
    yield from build(load, lambda: (randn(5, 4), ints(0, 5, 2, 4), torch.full((4,), 1)), "base grad", tag="one-relation-")
    yield from build(load, lambda: (randn(5, 4), torch.zeros(2, 0, dtype=torch.long), torch.zeros(0, dtype=torch.long)), "base", tag="edgeless-")

EXPECT = {'topic': 'graphs',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {11: 12},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
