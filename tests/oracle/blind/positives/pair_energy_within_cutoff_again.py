"""Lennard-Jones fluid in a periodic box: only pairs of particles closer than the cutoff contribute."""

import torch
from torch import nn

from fxkit import build, rand


def minimum_image(delta, box):
    return delta - box * torch.round(delta / box)


class LennardJones(nn.Module):
    def __init__(self, epsilon=1.0, sigma=0.4, cutoff=1.0, box=3.0, shift=True):
        super().__init__()
        self.log_epsilon = nn.Parameter(torch.tensor(epsilon).log())
        self.register_buffer("sigma", torch.tensor(sigma))
        self.cutoff = cutoff
        self.box = box
        self.shift = shift

    def pair_energy(self, r):
        sr6 = (self.sigma / r) ** 6
        return 4.0 * self.log_epsilon.exp() * (sr6**2 - sr6)

    def neighbours(self, positions):
        delta = minimum_image(positions[:, None] - positions[None], self.box)
        r2 = delta.square().sum(dim=-1)
        close = torch.triu(r2 < self.cutoff**2, diagonal=1)
        return r2, close

    def forward(self, positions):
        """Total energy and the number of neighbours of each particle."""
        r2, close = self.neighbours(positions)
        i, j = torch.where(close)
        energy = self.pair_energy(r2[i, j].sqrt())
        if self.shift:
            energy = energy - self.pair_energy(torch.tensor(self.cutoff))
        count = torch.zeros(positions.shape[0], dtype=torch.long)
        count.index_add_(0, i, torch.ones_like(i))
        count.index_add_(0, j, torch.ones_like(j))
        return energy.sum(), count


def load():
    return torch.compile(LennardJones())


def cases():
    yield from build(load, lambda: (3 * rand(6, 3),), "base grad")
    yield from build(load, lambda: (rand(6, 3) + 0.5,), "base", tag="dense-")
    yield from build(load, lambda: (torch.eye(3) * 1.5,), "base", tag="far-")

EXPECT = {'topic': 'molecular models',
 'kind': 'mask reduction',
 'rewrites': [],
 'breaks': {35: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close', 'finite'],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
