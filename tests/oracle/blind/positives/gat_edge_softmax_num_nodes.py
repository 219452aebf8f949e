"""Graph attention with a softmax over the incoming edges of a node."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class GATConv(nn.Module):
    def __init__(self, in_dim=5, out_dim=4, negative_slope=0.2):
        super().__init__()
        self.lin = nn.Linear(in_dim, out_dim, bias=False)
        self.att_src = nn.Parameter(torch.randn(out_dim))
        self.att_dst = nn.Parameter(torch.randn(out_dim))
        self.negative_slope = negative_slope

    def edge_softmax(self, score, index, x):
        num_nodes = int(index.max()) + 1
        top = score.new_full((num_nodes,), float("-inf"))
        top = top.scatter_reduce(0, index, score.detach(), reduce="amax")
        weight = (score - top[index]).exp()
        norm = score.new_zeros(num_nodes).index_add(0, index, weight)
        return weight / (norm[index] + 1e-16)

    def forward(self, x, edge_index):
        src, dst = edge_index[0], edge_index[1]
        h = self.lin(x)
        score = (h * self.att_src).sum(-1)[src] + (h * self.att_dst).sum(-1)[dst]
        alpha = self.edge_softmax(F.leaky_relu(score, self.negative_slope), dst, x)
        return torch.zeros_like(h).index_add(0, dst, alpha[:, None] * h[src])


def load():
    return torch.compile(GATConv())


def cases():
    yield from build(load, lambda: (randn(5, 5), torch.tensor([[0, 1, 2, 3, 4, 0, 2], [1, 1, 0, 2, 2, 3, 3]])), "base grad neg")
    yield from build(load, lambda: (randn(5, 5), torch.tensor([[0, 1, 2], [4, 4, 0]])), "base grad", tag="last-")


EXPECT = {'topic': 'gnn',
 'rewrites': ['R21'],
 'breaks': {-1: 2, 19: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
