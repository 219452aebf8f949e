"""Graph classification: nodes of the batched graph are split by graph, an attentive readout pools each of them."""

import torch
from torch import nn

from fxkit import build, ints, randn


class GINLayer(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.eps = nn.Parameter(torch.zeros(1))
        self.apply_func = nn.Sequential(nn.Linear(dim, dim), nn.ReLU(), nn.Linear(dim, dim))

    def forward(self, edge_index, h):
        src, dst = edge_index
        neigh = torch.zeros_like(h).index_add(0, dst, h[src])
        return self.apply_func((1 + self.eps) * h + neigh)


class GlobalAttentionPooling(nn.Module):
    """Global attention pooling of gated graph sequence networks."""

    def __init__(self, dim):
        super().__init__()
        self.gate_nn = nn.Linear(dim, 1, bias=False)
        self.feat_nn = nn.Linear(dim, dim)

    def forward(self, batch_num_nodes, h):
        gate = self.gate_nn(h)
        feat = self.feat_nn(h)
        sizes = batch_num_nodes.tolist()
        readout = []
        for g, f in zip(torch.split(gate, sizes), torch.split(feat, sizes)):
            readout.append((torch.softmax(g, dim=0) * f).sum(0))
        return torch.stack(readout)


class GraphClassifier(nn.Module):
    def __init__(self, dim=4, classes=2, layers=2):
        super().__init__()
        self.layers = nn.ModuleList(GINLayer(dim) for _ in range(layers))
        self.pool = GlobalAttentionPooling(dim)
        self.classify = nn.Linear(dim, classes)

    def forward(self, edge_index, h, batch_num_nodes):
        for layer in self.layers:
            h = h + torch.relu(layer(edge_index, h))
        return self.classify(self.pool(batch_num_nodes, h))


def load():
    return torch.compile(GraphClassifier())


def graphs(*sizes):
    n = sum(sizes)
    return ints(0, n, 2, 9), randn(n, 4), torch.tensor(sizes)


def cases():
    yield from build(load, lambda: graphs(3, 4, 1), "base grad")
    yield from build(load, lambda: graphs(2, 5, 1), "base", tag="other-")
    yield from build(load, lambda: graphs(5), "base grad", tag="single-")


EXPECT = {'topic': 'graph networks',
 'rewrites': [],
 'breaks': {32: 4},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
