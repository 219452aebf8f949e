"""A graph attention layer normalises its scores over the edges of each target node."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


def maybe_num_nodes(index, num_nodes=None):
    if num_nodes is not None:
        return num_nodes
    return int(index.max()) + 1 if index.numel() > 0 else 0


def softmax(src, index, num_nodes=None):
    """Computes a sparsely evaluated softmax over groups of ``index``."""
    N = maybe_num_nodes(index, num_nodes)
    idx = index.view(-1, 1).expand_as(src)
    src_max = src.new_full((N, src.size(1)), float("-inf")).scatter_reduce(0, idx, src.detach(), "amax")
    out = (src - src_max.index_select(0, index)).exp()
    out_sum = src.new_zeros(N, src.size(1)).index_add(0, index, out) + 1e-16
    return out / out_sum.index_select(0, index)


class GATConv(nn.Module):
    def __init__(self, in_channels=4, out_channels=3, heads=2, negative_slope=0.2):
        super().__init__()
        self.heads, self.out_channels, self.negative_slope = heads, out_channels, negative_slope
        self.lin = nn.Linear(in_channels, heads * out_channels, bias=False)
        self.att_src = nn.Parameter(torch.randn(1, heads, out_channels) * 0.3)
        self.att_dst = nn.Parameter(torch.randn(1, heads, out_channels) * 0.3)

    def forward(self, x, edge_index):
        H, C = self.heads, self.out_channels
        x = self.lin(x).view(-1, H, C)
        alpha_src = (x * self.att_src).sum(dim=-1)
        alpha_dst = (x * self.att_dst).sum(dim=-1)
        src, dst = edge_index[0], edge_index[1]
        alpha = F.leaky_relu(alpha_src[src] + alpha_dst[dst], self.negative_slope)
        alpha = softmax(alpha, dst)
        out = x.new_zeros(x.size(0), H, C).index_add(0, dst, x[src] * alpha.unsqueeze(-1))
        return out.view(-1, H * C)


def load():
    return torch.compile(GATConv())


def cases():
    yield from build(load, lambda: (randn(6, 4), ints(0, 6, 2, 11)), "base grad big nan")
    yield from build(load, lambda: (randn(6, 4), torch.tensor([[1, 2, 0], [0, 0, 1]])), "base grad", tag="low-")
    yield from build(load, lambda: (randn(3, 4), torch.zeros(2, 0, dtype=torch.long)), "base", tag="edgeless-")

EXPECT = {'topic': 'graphs',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {13: 8},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
