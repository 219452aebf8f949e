"""Laplacian positional encoding: every eigenvector gets the sign that makes its largest entry positive."""

import torch
from torch import nn

from fxkit import build, randn


def fix_signs(vectors):
    """vectors: (N, k). The entry of largest magnitude of each column becomes positive."""
    columns = []
    for i in range(vectors.shape[1]):
        v = vectors[:, i]
        pivot = v.abs().argmax(dim=0, keepdim=True)
        if v[pivot] < 0:
            v = -v
        columns.append(v)
    return torch.stack(columns, dim=1)


class LapPENodeEncoder(nn.Module):
    def __init__(self, dim_in=3, k=2, dim=5):
        super().__init__()
        self.k = k
        self.linear_x = nn.Linear(dim_in, dim)
        self.linear_pe = nn.Linear(k, dim)

    def forward(self, x, eigvecs):
        pe = fix_signs(eigvecs[:, 1:self.k + 1])
        return torch.relu(self.linear_x(x) + self.linear_pe(pe))


def load():
    return torch.compile(LapPENodeEncoder())


def cases():
    yield from build(load, lambda: (randn(6, 3), randn(6, 4)), "base grad")
    yield from build(load, lambda: (randn(6, 3), -randn(6, 4)), "base grad", tag="flipped-")
    yield from build(load, lambda: (randn(6, 3), torch.zeros(6, 4)), "base", tag="zero-")

EXPECT = {'topic': 'graph',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {15: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
