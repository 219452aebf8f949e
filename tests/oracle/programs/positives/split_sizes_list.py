"""Node counts are kept as a tensor and read with tolist for split."""

import torch
from torch import nn

from fxkit import build, randn


class Readout(nn.Module):
    def __init__(self, counts):
        super().__init__()
        self.counts = counts
        self.lin = nn.Linear(2, 4)

    def forward(self, feat):
        feat = self.lin(feat).relu()
        feat = feat - feat.detach().amax(dim=0, keepdim=True)
        sizes = torch.tensor(self.counts).tolist()
        chunks = torch.split(feat, sizes, dim=0)
        pooled = torch.stack([c.sum(dim=0) for c in chunks])
        pooled = pooled * 0.5 + 1.0
        return pooled.clamp(max=8.0).transpose(0, 1)


def cases():
    yield from build(lambda: torch.compile(Readout([2, 1, 3])), lambda: (randn(6, 2),), "base nan zero grad inf+grad")
    yield from build(lambda: torch.compile(Readout([5])), lambda: (randn(5, 2),), "base", tag="one-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R21'],
 'breaks': {18: 2},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
