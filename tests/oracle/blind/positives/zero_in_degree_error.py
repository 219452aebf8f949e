"""A graph convolution refuses graphs with nodes that nobody sends to, unless it is told not to care."""

import torch
from torch import nn

from fxkit import build, randn


class GraphError(Exception):
    """Raised for malformed graphs."""


class GATLayer(nn.Module):
    def __init__(self, dim, allow_zero_in_degree=False):
        super().__init__()
        self.fc = nn.Linear(dim, dim, bias=False)
        self.attn_l = nn.Parameter(torch.full((dim,), 0.3))
        self.attn_r = nn.Parameter(torch.full((dim,), -0.2))
        self._allow_zero_in_degree = allow_zero_in_degree

    def set_allow_zero_in_degree(self, set_value):
        self._allow_zero_in_degree = set_value

    def forward(self, adj, feat):
        if not self._allow_zero_in_degree:
            if (adj.sum(dim=0) == 0).any():
                raise GraphError(
                    "There are 0-in-degree nodes in the graph, output for those nodes will be invalid. "
                    "Adding self-loops to the input graph will resolve the issue."
                )
        h = self.fc(feat)
        e = nn.functional.leaky_relu((h @ self.attn_l)[:, None] + (h @ self.attn_r)[None], 0.2)
        alpha = e.masked_fill(adj == 0, -1e9).softmax(dim=0)
        return alpha.t() @ h


class GAT(nn.Module):
    def __init__(self, dim=4, allow=False):
        super().__init__()
        self.layers = nn.ModuleList([GATLayer(dim), GATLayer(dim)])
        for layer in self.layers:
            layer.set_allow_zero_in_degree(allow)

    def forward(self, adj, feat):
        for layer in self.layers:
            feat = nn.functional.elu(layer(adj, feat))
        return feat.mean(dim=0)


def load(allow=False):
    return torch.compile(GAT(allow=allow))


def cases():
    ring = torch.eye(5).roll(1, 0) + torch.eye(5)
    star = torch.zeros(5, 5)
    star[0] = 1.0
    star[0, 0] = 0.0
    yield from build(load, lambda: (ring, randn(5, 4)), "base grad")
    yield from build(load, lambda: (star, randn(5, 4)), "base", tag="star-")
    yield from build(lambda: load(True), lambda: (star, randn(5, 4)), "base", tag="allowed-")

EXPECT = {'topic': 'graph',
 'kind': 'exceptions',
 'rewrites': [],
 'breaks': {26: 3, 27: 1},
 'gb': ['GB0088', 'GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 4,
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
