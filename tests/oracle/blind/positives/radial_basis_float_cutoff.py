"""Radial basis of an interatomic potential whose cutoff is saved with the model."""

import math

import torch
from torch import nn

from fxkit import build, rand


class BesselBasis(nn.Module):
    """Sine basis of the distances, divided by the distance."""

    def __init__(self, r_max=5.0, num_basis=4):
        super().__init__()
        self.register_buffer("r_max", torch.tensor(r_max, dtype=torch.get_default_dtype()))
        self.bessel_weights = nn.Parameter(math.pi * torch.arange(1, num_basis + 1, dtype=torch.get_default_dtype()))
        self.prefactor = math.sqrt(2.0 / r_max)

    def forward(self, lengths):
        cutoff = float(self.r_max)
        numerator = torch.sin(self.bessel_weights * lengths / cutoff)
        return self.prefactor * (numerator / lengths)


class RadialEmbedding(nn.Module):
    def __init__(self, num_basis=4, p=6):
        super().__init__()
        self.basis = BesselBasis(num_basis=num_basis)
        self.p = p

    def envelope(self, ratio):
        p = self.p
        out = 1.0 - 0.5 * (p + 1) * (p + 2) * ratio.pow(p) + p * (p + 2) * ratio.pow(p + 1)
        out = out - 0.5 * p * (p + 1) * ratio.pow(p + 2)
        return out * (ratio < 1.0)

    def forward(self, edge_lengths):
        return self.basis(edge_lengths) * self.envelope(edge_lengths / self.basis.r_max)


def load():
    return torch.compile(RadialEmbedding())


def cases():
    yield from build(load, lambda: (rand(6, 1) * 6 + 0.2,), "base grad big half nan")

EXPECT = {'rewrites': [],
 'topic': 'molecules',
 'kind': 'numbers',
 'breaks': {21: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
