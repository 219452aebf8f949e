"""Elastic weight consolidation: the diagonal of the Fisher matrix is summed over the samples of a batch."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, ints, randn


class EWC(nn.Module):
    def __init__(self, dim=4, classes=3, lam=10.0):
        super().__init__()
        self.model = nn.Sequential(nn.Linear(dim, 5), nn.Tanh(), nn.Linear(5, classes))
        self.lam = lam

    def diag_fisher(self, x, y):
        params = list(self.model.parameters())
        fisher = [torch.zeros_like(p) for p in params]
        for xi, yi in zip(x, y):
            nll = F.cross_entropy(self.model(xi[None]), yi[None])
            grads = torch.autograd.grad(nll, params)
            fisher = [f + g.square() / len(x) for f, g in zip(fisher, grads)]
        return fisher

    def forward(self, x, y, drift):
        """The penalty for moving every parameter by drift, and the Fisher information itself."""
        fisher = self.diag_fisher(x, y)
        penalty = sum((f * drift.square()).sum() for f in fisher)
        return self.lam / 2 * penalty, fisher


def load():
    return torch.compile(EWC())


def cases():
    yield from build(load, lambda: (randn(3, 4), ints(0, 3, 3), torch.tensor(0.2)), "base zero")
    yield from build(load, lambda: (randn(1, 4), ints(0, 3, 1), torch.tensor(1.0)), "base", tag="one-")

EXPECT = {'topic': 'continual learning',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {18: 1, 21: 3, 22: 1},
 'gb': ['GB4347', 'GB7000', 'GB9186'],
 'skips': 3,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
