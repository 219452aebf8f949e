"""Message passing on graphs where some nodes have no neighbour: these keep what they had."""

import torch
from torch import nn

from fxkit import build, randn


class MeanConv(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.lin_l = nn.Linear(dim, dim)
        self.lin_r = nn.Linear(dim, dim, bias=False)

    def forward(self, x, edge_index):
        src, dst = edge_index
        num_nodes = x.size(0)
        deg = torch.zeros(num_nodes).index_add(0, dst, torch.ones(dst.numel()))
        agg = torch.zeros_like(x).index_add(0, dst, x[src])
        isolated = deg == 0
        out = self.lin_l(agg / deg.clamp(min=1).unsqueeze(-1)) + self.lin_r(x)
        if isolated.any():
            out = out.clone()
            out[isolated] = x[isolated]
        return torch.relu(out)


class Encoder(nn.Module):
    def __init__(self, dim=4, layers=2):
        super().__init__()
        self.convs = nn.ModuleList(MeanConv(dim) for _ in range(layers))

    def forward(self, x, edge_index):
        for conv in self.convs:
            x = conv(x, edge_index) + x
        return x.mean(dim=0)


def load():
    return torch.compile(Encoder())


def cases():
    ring = torch.tensor([[0, 1, 2, 3, 4], [1, 2, 3, 4, 0]])
    star = torch.tensor([[1, 2, 3, 1], [0, 0, 0, 2]])
    yield from build(load, lambda: (randn(5, 4), ring.clone()), "base grad")
    yield from build(load, lambda: (randn(5, 4), star.clone()), "base grad zero", tag="star-")
    yield from build(load, lambda: (randn(5, 4), ring[:, :0].clone()), "base", tag="no-edges-")

EXPECT = {'topic': 'graph nets',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {22: 4, 24: 1},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
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
