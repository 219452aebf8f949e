"""ANI potential: every chemical element has its own network, which sees the atoms of that element only."""

from typing import Dict, NamedTuple

import torch
from torch import Tensor, nn

from fxkit import build, ints, randn


class SpeciesEnergies(NamedTuple):
    species: Tensor
    energies: Tensor


def atomic_net(dim):
    return nn.Sequential(nn.Linear(dim, 6), nn.CELU(0.1), nn.Linear(6, 1))


class ANIModel(nn.ModuleDict):
    def __init__(self, dim: int = 4, symbols=("H", "C", "N")):
        super().__init__({s: atomic_net(dim) for s in symbols})

    def _atomic_energies(self, species: Tensor, aev: Tensor) -> Tensor:
        species_ = species.flatten()
        aev = aev.flatten(0, 1)
        output = aev.new_zeros(species_.shape)
        for i, m in enumerate(self.values()):
            mask = species_ == i
            midx = mask.nonzero().flatten()
            if midx.shape[0] > 0:
                input_ = aev.index_select(0, midx)
                output[midx] = m(input_).flatten()
        return output.view_as(species)

    def forward(self, species: Tensor, aev: Tensor) -> SpeciesEnergies:
        atomic_energies = self._atomic_energies(species, aev)
        return SpeciesEnergies(species, torch.sum(atomic_energies, dim=1))


def load():
    return torch.compile(ANIModel())


def cases():
    yield from build(load, lambda: (ints(0, 3, 2, 5), randn(2, 5, 4)), "base grad")
    yield from build(load, lambda: (ints(-1, 1, 2, 5), randn(2, 5, 4)), "base", tag="padded-")

EXPECT = {'topic': 'molecular models',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {30: 3},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['close', 'grad-close', 'grad-none-zero'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
