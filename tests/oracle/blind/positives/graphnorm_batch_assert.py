"""GraphNorm with a check of the batch vector."""

import torch
import torch.nn as nn

from fxkit import build, randn


class GraphNorm(nn.Module):
    def __init__(self, dim, num_graphs, eps=1e-5):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(dim))
        self.bias = nn.Parameter(torch.zeros(dim))
        self.mean_scale = nn.Parameter(torch.ones(dim) * 0.5)
        self.num_graphs = num_graphs
        self.eps = eps

    def _segment_mean(self, x, batch):
        index = batch.clamp(0, self.num_graphs - 1)
        count = torch.zeros(self.num_graphs).index_add(0, index, torch.ones(len(batch)))
        total = x.new_zeros(self.num_graphs, x.size(1)).index_add(0, index, x)
        return total / count.clamp(min=1).unsqueeze(1)

    @torch.compile
    def forward(self, x, batch):
        assert batch.min() >= 0 and batch.max() < self.num_graphs, "batch index out of range"
        mean = self._segment_mean(x, batch)
        out = x - mean[batch] * self.mean_scale
        var = self._segment_mean(out.pow(2), batch)
        return self.weight * out / (var + self.eps).sqrt()[batch] + self.bias


def make_norm():
    return GraphNorm(4, 3)


def cases():
    yield from build(make_norm, lambda: (randn(6, 4), torch.tensor([0, 0, 1, 1, 1, 2])), "base grad")
    yield from build(make_norm, lambda: (randn(6, 4), torch.tensor([0, 0, 0, 0, 0, 0])), "base", tag="one-")
    yield from build(make_norm, lambda: (randn(6, 4), torch.tensor([0, 0, 1, 1, 3, 2])), "base", tag="high-")
    yield from build(make_norm, lambda: (randn(6, 4), torch.tensor([0, -1, 1, 1, 1, 2])), "base", tag="low-")

EXPECT = {'topic': 'graph networks',
 'rewrites': [],
 'breaks': {26: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
