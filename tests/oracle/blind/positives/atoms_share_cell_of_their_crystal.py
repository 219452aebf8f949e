"""Every atom of a batch of crystals gets the strain of its own cell: rows are repeated by the atom counts."""

import torch
from torch import nn

from fxkit import build, randn


class StrainedPositions(nn.Module):
    def __init__(self, scale=0.1):
        super().__init__()
        self.scale = scale

    def forward(self, frac, lattice, strain, num_atoms):
        sym = 0.5 * (strain + strain.transpose(-1, -2)) * self.scale
        lattice = lattice + lattice @ sym
        lattice_nodes = torch.repeat_interleave(lattice, num_atoms, dim=0)
        return torch.einsum("bi,bij->bj", frac, lattice_nodes), lattice


class EnergyModel(nn.Module):
    def __init__(self, hidden=8):
        super().__init__()
        self.positions = StrainedPositions()
        self.mlp = nn.Sequential(nn.Linear(3, hidden), nn.SiLU(), nn.Linear(hidden, 1))

    def forward(self, frac, lattice, strain, num_atoms):
        pos, lattice = self.positions(frac, lattice, strain, num_atoms)
        site = self.mlp(pos.sin()).squeeze(-1)
        volume = torch.linalg.det(lattice).abs()
        graph = torch.repeat_interleave(torch.arange(num_atoms.shape[0]), num_atoms)
        energy = torch.zeros(num_atoms.shape[0]).index_add(0, graph, site)
        return energy / volume, pos


def load():
    return torch.compile(EnergyModel())


def cases():
    cell = torch.eye(3).expand(3, 3, 3) * 4 + 0.2 * randn(3, 3, 3)
    yield from build(load, lambda: (randn(7, 3), cell.clone(), randn(3, 3, 3), torch.tensor([3, 1, 3])), "base grad")
    yield from build(load, lambda: (randn(7, 3), cell.clone(), randn(3, 3, 3), torch.tensor([0, 5, 2])), "base nan", tag="skewed-")

EXPECT = {'topic': 'molecule',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {17: 2, 31: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
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
