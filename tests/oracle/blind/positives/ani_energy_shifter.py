"""Atomic self energies are added to the network's molecular energies, atom by atom from a dictionary."""

import torch
from torch import nn

from fxkit import build, ints, randn

GSAES = {"H": -0.5978583943827134, "C": -38.08933878049795, "N": -54.711968298621066, "O": -75.19106774742086}
SPECIES = ["H", "C", "N", "O"]


class CELU(nn.Module):
    def forward(self, x, alpha=0.1):
        return nn.functional.celu(x, alpha)


class EnergyShifter(nn.Module):
    """Adds the single atom energies; padding atoms have species -1."""

    def __init__(self, self_energies):
        super().__init__()
        self.self_energies = {i: self_energies[s] for i, s in enumerate(SPECIES)}

    def sae(self, species):
        """Self energies of every molecule of the batch."""
        totals = []
        for molecule in species:
            e = 0.0
            for z in molecule.tolist():
                if z >= 0:
                    e += self.self_energies[z]
            totals.append(e)
        return torch.tensor(totals, dtype=torch.double)

    def forward(self, species, energies):
        return species, energies.double() + self.sae(species)


class ANIModel(nn.Module):
    def __init__(self, aev_dim=4, hidden=6):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(aev_dim, hidden), CELU(), nn.Linear(hidden, 1))
        self.energy_shifter = EnergyShifter(GSAES)

    def forward(self, species, aevs):
        atomic = self.net(aevs).squeeze(-1).masked_fill(species < 0, 0.0)
        return self.energy_shifter(species, atomic.sum(dim=1))[1]


def load():
    return torch.compile(ANIModel())


def cases():
    yield from build(load, lambda: (ints(-1, 4, 3, 5), randn(3, 5, 4)), "base grad nan")
    yield from build(load, lambda: (torch.full((2, 3), -1), randn(2, 3, 4)), "base", tag="padding-")
    yield from build(load, lambda: (ints(0, 4, 1, 1), randn(1, 1, 4)), "base", tag="atom-")

EXPECT = {'topic': 'chemistry',
 'kind': 'host dictionary',
 'rewrites': [],
 'breaks': {29: 8},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
