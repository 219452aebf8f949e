"""Sparse feature masks for tabular nets: the threshold comes from the size of each row's support."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


def sparsemax_row(z: Tensor) -> Tensor:
    zs, _ = torch.sort(z, descending=True)
    ks = torch.arange(1, z.shape[0] + 1, dtype=z.dtype)
    cumsum = zs.cumsum(0)
    support = 1 + ks * zs > cumsum
    k = int(support.sum())
    tau = (cumsum[k - 1] - 1) / k
    return torch.clamp(z - tau, min=0)


def sparsemax(z: Tensor) -> Tensor:
    return torch.stack([sparsemax_row(row) for row in z])


class AttentiveTransformer(nn.Module):
    def __init__(self, dim: int = 5, steps: int = 2, gamma: float = 1.3):
        super().__init__()
        self.gamma = gamma
        self.fcs = nn.ModuleList(nn.Linear(dim, dim, bias=False) for _ in range(steps))
        self.bns = nn.ModuleList(nn.BatchNorm1d(dim) for _ in range(steps))
        self.head = nn.Linear(dim, 2)

    def forward(self, x):
        prior = torch.ones_like(x)
        out = 0
        entropy = x.new_zeros(())
        for fc, bn in zip(self.fcs, self.bns):
            mask = sparsemax(bn(fc(x)) * prior)
            prior = prior * (self.gamma - mask)
            entropy = entropy - (mask * (mask + 1e-15).log()).sum(dim=1).mean()
            out = out + torch.relu(mask * x)
        return self.head(out), entropy / len(self.fcs)


def load():
    return torch.compile(AttentiveTransformer())


def cases():
    yield from build(load, lambda: (randn(3, 5),), "base grad")

EXPECT = {'topic': 'tabular',
 'kind': 'int()',
 'rewrites': [],
 'breaks': {14: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 16,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
