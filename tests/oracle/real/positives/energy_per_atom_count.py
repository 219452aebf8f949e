"""Energy and force terms of a molecular potential; the number of atoms divides and is logged."""

import torch
from torch import nn

from fxkit import build, randn


class EnergyForcesLoss(nn.Module):
    def __init__(self, energy_weight=1.0, forces_weight=10.0):
        super().__init__()
        self.energy_weight = energy_weight
        self.forces_weight = forces_weight

    def extra_repr(self):
        return f"energy={self.energy_weight}, forces={self.forces_weight}"

    def forward(self, pred, ref, natoms):
        n_total = int(natoms.sum())
        per_atom = (pred["energy"] - ref["energy"]) / natoms
        energy_term = per_atom.square().mean()
        forces_term = (pred["forces"] - ref["forces"]).square().sum() / (3 * n_total)
        loss = self.energy_weight * energy_term + self.forces_weight * forces_term
        return {"loss": loss, "energy": energy_term.detach(), "forces": forces_term.detach(), "n_atoms": n_total}


def load():
    return torch.compile(EnergyForcesLoss())


def batch(seed):
    return {"energy": randn(2, seed=seed), "forces": randn(5, 3, seed=seed)}


def cases():
    yield from build(load, lambda: (batch(1), batch(2), torch.tensor([2, 3])), "base grad nan zero")

EXPECT = {'topic': 'molecules',
 'rewrites': ['R22', 'R28'],
 'breaks': {19: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'number-tensor', 'requires-grad']}
