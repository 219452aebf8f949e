"""Deep equilibrium layer: all iterates up to the fixed point are returned, for a plot of the convergence."""

import torch
from torch import nn

from fxkit import build, randn


class Equilibrium(nn.Module):
    def __init__(self, dim: int = 3, max_iter: int = 6, tol: float = 0.05):
        super().__init__()
        self.inner = nn.Linear(dim, dim)
        self.max_iter = max_iter
        self.tol = tol
        nn.init.orthogonal_(self.inner.weight, gain=0.35)

    def cell(self, z, x):
        return torch.tanh(self.inner(z) + x)

    def settled(self, z_new, z):
        return (z_new - z).norm() < self.tol * (1e-3 + z_new.norm())

    def forward(self, x):
        z = torch.zeros_like(x)
        iterates = [z]
        for _ in range(self.max_iter):
            z_new = self.cell(z, x)
            iterates.append(z_new)
            if self.settled(z_new, z):
                break
            z = z_new
        return iterates[-1], iterates


def load():
    return torch.compile(Equilibrium())


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base big")
    yield from build(load, lambda: (0.2 * randn(2, 3),), "base", tag="near-")

EXPECT = {'topic': 'implicit layers',
 'kind': 'early exit',
 'verdict': 'decline',
 'obligations': ['the length of the list depends on the data'],
 'breaks': {29: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['type', 'length'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
