"""A graph convolution that passes isolated nodes through unchanged."""

import torch
from torch import nn

from fxkit import build, randn


def degree(index, num_nodes, dtype):
    out = torch.zeros(num_nodes, dtype=dtype)
    return out.scatter_add(0, index, torch.ones(index.shape[0], dtype=dtype))


class MeanConv(nn.Module):
    def __init__(self, channels):
        super().__init__()
        self.lin_self = nn.Linear(channels, channels)
        self.lin_neigh = nn.Linear(channels, channels, bias=False)

    def forward(self, x, edge_index):
        src, dst = edge_index[0], edge_index[1]
        num_nodes = x.size(0)
        deg = degree(dst, num_nodes, x.dtype)
        agg = torch.zeros_like(x).index_add(0, dst, x[src])
        agg = agg / deg.clamp(min=1).unsqueeze(-1)
        out = self.lin_self(x) + self.lin_neigh(agg)
        isolated = torch.nonzero(deg == 0).view(-1)
        if isolated.numel() > 0:
            out[isolated] = x[isolated]
        return out


class GNN(nn.Module):
    def __init__(self, channels=4, num_layers=2, num_classes=3):
        super().__init__()
        self.convs = nn.ModuleList(MeanConv(channels) for _ in range(num_layers))
        self.head = nn.Linear(channels, num_classes)

    def forward(self, x, edge_index):
        for conv in self.convs:
            x = torch.relu(conv(x, edge_index))
        return self.head(x).log_softmax(dim=-1)


def load():
    return torch.compile(GNN())


def cases():
    some = torch.tensor([[0, 1, 2, 3, 0], [1, 0, 1, 2, 2]])
    ring = torch.tensor([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
    yield from build(load, lambda: (randn(5, 4), some), "base grad")
    yield from build(load, lambda: (randn(5, 4), ring), "base grad", tag="ring-")


EXPECT = {'topic': 'gnn',
 'kind': 'nonzero_write_back',
 'rewrites': [],
 'breaks': {27: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'grad-none-zero']}
