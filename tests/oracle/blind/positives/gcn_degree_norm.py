"""Graph convolution with symmetric normalization; isolated nodes have no inverse degree."""

import torch
from torch import Tensor, nn

from fxkit import build, ints, rand, randn


def scatter_sum(src: Tensor, index: Tensor, dim_size: int) -> Tensor:
    shape = (dim_size,) + tuple(src.shape[1:])
    return src.new_zeros(shape).index_add(0, index, src)


def gcn_norm(edge_index: Tensor, edge_weight: Tensor, num_nodes: int) -> Tensor:
    row, col = edge_index[0], edge_index[1]
    deg = scatter_sum(edge_weight, col, num_nodes)
    deg_inv_sqrt = torch.zeros_like(deg)
    connected = deg > 0
    deg_inv_sqrt[connected] = deg[connected].pow(-0.5)
    return deg_inv_sqrt[row] * edge_weight * deg_inv_sqrt[col]


class GCNConv(nn.Module):
    def __init__(self, in_channels: int, out_channels: int, bias: bool = True):
        super().__init__()
        self.lin = nn.Linear(in_channels, out_channels, bias=False)
        self.bias = nn.Parameter(torch.zeros(out_channels)) if bias else None

    def forward(self, x: Tensor, edge_index: Tensor, edge_weight: Tensor) -> Tensor:
        norm = gcn_norm(edge_index, edge_weight, x.size(0))
        x = self.lin(x)
        out = scatter_sum(norm.unsqueeze(-1) * x[edge_index[0]], edge_index[1], x.size(0))
        if self.bias is not None:
            out = out + self.bias
        return out


class GCN(nn.Module):
    def __init__(self, in_channels=3, hidden=5, num_classes=2):
        super().__init__()
        self.conv1 = GCNConv(in_channels, hidden)
        self.conv2 = GCNConv(hidden, num_classes, bias=False)

    def forward(self, x: Tensor, edge_index: Tensor, edge_weight: Tensor | None = None) -> Tensor:
        if edge_weight is None:
            edge_weight = torch.ones(edge_index.size(1), dtype=x.dtype)
        h = self.conv1(x, edge_index, edge_weight).relu()
        return self.conv2(h, edge_index, edge_weight).log_softmax(dim=-1)


def make():
    return torch.compile(GCN())


def _args(n, e):
    return randn(n, 3), ints(0, n, 2, e), rand(e)


def cases():
    yield from build(make, lambda: _args(5, 8), "base grad nan")
    yield from build(make, lambda: _args(6, 2), "base grad", tag="isolated-")
    yield from build(make, lambda: _args(3, 4)[:2], "base", tag="unweighted-")
    yield from build(make, lambda: (randn(4, 3), ints(0, 4, 2, 6), torch.zeros(6)), "base grad", tag="zeroweight-")

EXPECT = {'topic': 'graph network',
 'rewrites': [],
 'breaks': {19: 19},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 11,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'grad-none-zero', 'grad-close', 'requires-grad']}
