"""Stress from the virial over the volume of the cell; a cell without volume gives zeros."""

import torch
import torch.nn as nn

from fxkit import build, randn


class EnergyStress(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.radial = nn.Linear(1, dim)
        self.out = nn.Linear(dim, 1)

    def forward(self, pos, cell):
        delta = pos[:, None] - pos[None]
        dist = (delta**2).sum(-1, keepdim=True)
        weight = self.out(torch.tanh(self.radial(dist)))
        virial = -0.5 * torch.einsum("ijk,ijl->kl", weight * delta, delta)
        volume = torch.linalg.det(cell).abs().item()
        if volume > 0.0:
            stress = virial / volume
            stress = torch.where(stress.abs() < 1e10, stress, torch.zeros_like(stress))
        else:
            stress = torch.zeros_like(virial)
        return weight.sum(), stress


def load():
    return torch.compile(EnergyStress())


def cases():
    yield from build(load, lambda: (randn(3, 3), 2 * torch.eye(3) + 0.1 * randn(3, 3)), "base nan big")
    yield from build(load, lambda: (randn(3, 3), torch.zeros(3, 3)), "base", tag="flat-")

EXPECT = {'topic': 'molecules',
 'kind': 'item',
 'rewrites': [],
 'breaks': {20: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
