"""A linear solve is refined whenever the number of its residual is true, which NaN is as well."""

import torch
from torch import nn

from fxkit import build, randn


class RefinedSolve(nn.Module):
    def __init__(self, dim=3, tol=1e-5):
        super().__init__()
        self.tol = tol
        self.matrix = nn.Parameter(torch.randn(dim, dim) * 0.1 + 2 * torch.eye(dim))
        self.register_buffer("refinements", torch.zeros((), dtype=torch.long))

    def excess(self, residual):
        return torch.relu(residual.norm() - self.tol)

    def forward(self, b, x0):
        residual = b - self.matrix @ x0
        x = x0.clone()
        if self.excess(residual).item():
            x = x0 + residual / torch.diagonal(self.matrix)
            self.refinements += 1
        return x, self.excess(b - self.matrix @ x).detach()


def load():
    return torch.compile(RefinedSolve())


def cases():
    yield from build(load, lambda: (randn(3), randn(3, seed=1)), "base grad nan inf")
    yield from build(load, lambda: (torch.zeros(3), torch.zeros(3)), "base grad", tag="solved-")

EXPECT = {'topic': 'solvers',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {22: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
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
