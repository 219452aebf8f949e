"""A neighbour list with room for a fixed number of pairs tells how much room would have been needed."""

import torch
from torch import nn

from fxkit import build, randn


class OptimizedDistance(nn.Module):
    """Pairs within the cutoff, at most max_num_pairs of them."""

    def __init__(self, cutoff=1.5, max_num_pairs=12):
        super().__init__()
        self.cutoff = cutoff
        self.max_num_pairs = max_num_pairs

    def forward(self, pos):
        n = pos.shape[0]
        i, j = torch.triu_indices(n, n, offset=1)
        delta = pos[i] - pos[j]
        within = delta.square().sum(-1) < self.cutoff**2
        num_pairs = within.sum()
        if num_pairs > self.max_num_pairs:
            raise AssertionError(
                f"Found num_pairs({num_pairs.item()}) > max_num_pairs({self.max_num_pairs}). "
                "Please increase max_num_pairs."
            )
        return i, j, delta, within


class ExpNormPotential(nn.Module):
    def __init__(self, num_rbf=3):
        super().__init__()
        self.distance = OptimizedDistance()
        self.means = nn.Parameter(torch.linspace(0.2, 1.4, num_rbf))
        self.weights = nn.Parameter(torch.randn(num_rbf))

    def forward(self, pos):
        i, j, delta, within = self.distance(pos)
        r = (delta.square().sum(-1) + 1e-9).sqrt()
        rbf = torch.exp(-4 * (r[:, None] - self.means).square()) @ self.weights
        pair = torch.where(within, rbf, torch.zeros_like(rbf))
        energy = torch.zeros(pos.shape[0]).index_add(0, i, pair / 2).index_add(0, j, pair / 2)
        return energy


def load():
    return torch.compile(ExpNormPotential())


def cases():
    yield from build(load, lambda: (randn(6, 3),), "base grad nan")
    yield from build(load, lambda: (randn(6, 3) * 0.1,), "base", tag="dense-")

EXPECT = {'topic': 'molecules',
 'kind': 'check',
 'rewrites': [],
 'breaks': {23: 2, 25: 1, 24: 1},
 'gb': ['GB0088', 'GB0124', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-exception-type'],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
