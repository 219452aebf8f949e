"""Hypergraph convolution D^-1/2 H W B^-1 H^T D^-1/2 X with the usual treatment of empty edges."""

import torch
from torch import nn

from fxkit import build, rand, randn


def incidence_norm(h, edge_weight):
    deg = (h * edge_weight).sum(1)
    d_inv_sqrt = deg.pow(-0.5)
    d_inv_sqrt[d_inv_sqrt == float("inf")] = 0
    b_inv = 1.0 / h.sum(0)
    b_inv[torch.isinf(b_inv)] = 0
    return d_inv_sqrt, b_inv


class HyperConv(nn.Module):
    def __init__(self, in_ch, out_ch, n_edges):
        super().__init__()
        self.theta = nn.Linear(in_ch, out_ch, bias=False)
        self.edge_logit = nn.Parameter(torch.zeros(n_edges))
        self.last_isolated = 0

    def forward(self, x, h):
        w = torch.sigmoid(self.edge_logit)
        with torch.no_grad():
            d, b = incidence_norm(h, w)
            isolated = int((d == 0).sum())
        if isolated != 0:
            self.last_isolated = isolated
        msg = (h * d[:, None]).t() @ self.theta(x)
        msg = msg * (w * b)[:, None]
        return d[:, None] * (h @ msg)


def graph(p):
    return lambda: (randn(5, 3), (rand(5, 4) < p).float())


def cases():
    make = lambda: torch.compile(HyperConv(3, 2, 4))
    yield from build(make, graph(0.9), "base grad", tag="dense-")
    yield from build(make, graph(0.3), "base grad", tag="sparse-")
    yield from build(make, graph(0.0), "base", tag="empty-")


EXPECT = {'topic': 'graphs',
 'rewrites': [],
 'breaks': {29: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor']}
