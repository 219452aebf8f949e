"""Chebyshev graph convolution that refuses adjacency matrices of directed graphs."""

import torch
from torch import nn

from fxkit import build, rand, randn


def scaled_laplacian(adj, lambda_max=2.0):
    if not torch.allclose(adj, adj.transpose(-1, -2), atol=1e-6):
        raise ValueError("the adjacency matrix must be symmetric")
    degree = adj.sum(dim=-1)
    d_inv_sqrt = torch.where(degree > 0, degree.clamp(min=1e-12).rsqrt(), torch.zeros_like(degree))
    normalized = d_inv_sqrt[..., :, None] * adj * d_inv_sqrt[..., None, :]
    eye = torch.eye(adj.shape[-1], dtype=adj.dtype)
    return 2.0 * (eye - normalized) / lambda_max - eye


class ChebConv(nn.Module):
    def __init__(self, in_channels, out_channels, K=3):
        super().__init__()
        self.lins = nn.ModuleList(nn.Linear(in_channels, out_channels, bias=False) for _ in range(K))
        self.bias = nn.Parameter(torch.zeros(out_channels))

    def forward(self, x, lap):
        Tx_0, Tx_1 = x, lap @ x
        out = self.lins[0](Tx_0) + self.lins[1](Tx_1)
        for lin in self.lins[2:]:
            Tx_2 = 2.0 * (lap @ Tx_1) - Tx_0
            out = out + lin(Tx_2)
            Tx_0, Tx_1 = Tx_1, Tx_2
        return out + self.bias


class TrafficNet(nn.Module):
    def __init__(self, features=3, hidden=4):
        super().__init__()
        self.conv1, self.conv2 = ChebConv(features, hidden), ChebConv(hidden, 1)

    def forward(self, x, adj):
        lap = scaled_laplacian(adj)
        return self.conv2(torch.relu(self.conv1(x, lap)), lap).squeeze(-1)


def load():
    return torch.compile(TrafficNet())


def cases():
    def roads(skew=0.0):
        a = rand(5, 5)
        a = (a + a.t()) / 2
        a[0, 1] += skew
        return randn(2, 5, 3), a

    yield from build(load, roads, "base grad zero")
    yield from build(load, lambda: roads(0.5), "base", tag="directed-")
    yield from build(load, lambda: (randn(5, 3), torch.zeros(5, 5)), "base", tag="edgeless-")

EXPECT = {'topic': 'graph',
 'kind': 'exceptions',
 'rewrites': [],
 'breaks': {10: 2, 11: 1},
 'gb': ['GB0033', 'GB0088'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
