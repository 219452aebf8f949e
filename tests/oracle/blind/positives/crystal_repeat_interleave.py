"""A crystal graph network pools atoms to crystals from the number of atoms of each crystal."""

import torch
import torch.nn as nn

from fxkit import build, randn


class RadialMLP(nn.Module):
    def __init__(self, dim, hidden=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, hidden), nn.SiLU(), nn.Linear(hidden, dim))

    def forward(self, h):
        return h + self.net(h)


class CSPNet(nn.Module):
    """Lattice conditioned decoder: every atom gets the features of its lattice."""

    def __init__(self, dim=4, num_layers=2):
        super().__init__()
        self.lattice_embedding = nn.Linear(9, dim)
        self.layers = nn.ModuleList(RadialMLP(dim) for _ in range(num_layers))
        self.energy_out = nn.Linear(dim, 1)

    def forward(self, atom_feats, lattices, num_atoms):
        lattice_feats = self.lattice_embedding(lattices.flatten(1))
        lattices_per_atom = torch.repeat_interleave(lattice_feats, num_atoms, dim=0)
        h = atom_feats + lattices_per_atom
        for layer in self.layers:
            h = layer(h)
        node2graph = torch.repeat_interleave(torch.arange(num_atoms.size(0)), num_atoms)
        energy = h.new_zeros(num_atoms.size(0), 1)
        energy = energy.index_add(0, node2graph, self.energy_out(h))
        return energy.squeeze(-1)


def load():
    return torch.compile(CSPNet())


def cases():
    yield from build(load, lambda: (randn(7, 4), randn(3, 3, 3), torch.tensor([2, 4, 1])), "base grad nan")
    yield from build(load, lambda: (randn(7, 4), randn(3, 3, 3), torch.tensor([0, 7, 0])), "base grad", tag="vacant-")
    yield from build(load, lambda: (randn(5, 4), randn(1, 3, 3), torch.tensor([5])), "base", tag="single-")

EXPECT = {'topic': 'chemistry',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {29: 3, 33: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
