"""Attention readout of a batch of graphs: the nodes are laid out densely, as wide as the largest graph."""

import torch
from torch import nn

from fxkit import build, randn


def to_dense_batch(x, batch, batch_size):
    num_nodes = torch.zeros(batch_size, dtype=torch.long).scatter_add_(0, batch, torch.ones_like(batch))
    cum_nodes = torch.cat([num_nodes.new_zeros(1), num_nodes.cumsum(dim=0)])
    max_num_nodes = int(num_nodes.max())
    idx = torch.arange(batch.size(0)) - cum_nodes[batch] + batch * max_num_nodes
    out = x.new_zeros(batch_size * max_num_nodes, x.size(1))
    out = out.index_copy(0, idx, x)
    mask = torch.zeros(batch_size * max_num_nodes, dtype=torch.bool)
    mask[idx] = True
    return out.view(batch_size, max_num_nodes, -1), mask.view(batch_size, max_num_nodes)


class AttentionReadout(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.seed = nn.Parameter(torch.randn(dim))
        self.lin_k = nn.Linear(dim, dim)
        self.lin_v = nn.Linear(dim, dim)

    def forward(self, x, batch, y):
        if (batch[1:] < batch[:-1]).any():
            raise ValueError("The batch vector is not sorted")
        dense, mask = to_dense_batch(x, batch, y.size(0))
        score = (self.lin_k(dense) * self.seed).sum(dim=-1)
        score = score.masked_fill(~mask, float("-inf")).softmax(dim=-1)
        out = (score.unsqueeze(-1) * self.lin_v(dense)).sum(dim=1)
        return out, nn.functional.mse_loss(out.sum(dim=-1), y)


def load():
    return torch.compile(AttentionReadout())


def cases():
    yield from build(load, lambda: (randn(6, 4), torch.tensor([0, 0, 0, 1, 2, 2]), randn(3)), "base grad")
    yield from build(load, lambda: (randn(6, 4), torch.tensor([0, 1, 1, 1, 1, 2]), randn(3)), "base", tag="other-")

EXPECT = {'topic': 'graphs',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {29: 1, 12: 2},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
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
