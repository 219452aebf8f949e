"""An atomic potential: each chemical element has its own network, padding atoms have none."""

import torch
from torch import nn

from fxkit import build, randn


def atomic_net(aev_dim):
    return nn.Sequential(nn.Linear(aev_dim, 6), nn.CELU(0.1), nn.Linear(6, 1))


class ANIModel(nn.Module):
    def __init__(self, aev_dim=5, symbols=("H", "C", "O")):
        super().__init__()
        self.networks = nn.ModuleDict((s, atomic_net(aev_dim)) for s in symbols)
        self.register_buffer("self_energies", torch.tensor([-0.5, -37.8, -75.0])[: len(symbols)])

    def sae(self, species):
        energies = self.self_energies[species.clamp(min=0)]
        return energies.masked_fill(species == -1, 0.0).sum(dim=1)

    def forward(self, species, aev):
        species_ = species.flatten()
        aev = aev.flatten(0, 1)
        output = aev.new_zeros(species_.shape)

        for i, m in enumerate(self.networks.values()):
            mask = species_ == i
            midx = mask.nonzero().flatten()
            if midx.shape[0] > 0:
                input_ = aev.index_select(0, midx)
                output = output.masked_scatter(mask, m(input_).flatten())
        output = output.view_as(species)
        return torch.sum(output, dim=1) + self.sae(species)


def load():
    return torch.compile(ANIModel())


SPECIES = [[0, 1, 0, 2], [1, 0, -1, -1]]


def cases():
    yield from build(load, lambda: (torch.tensor(SPECIES), randn(2, 4, 5)), "base grad nan big")
    yield from build(load, lambda: (torch.tensor([[0, 0, 0], [0, 0, -1]]), randn(2, 3, 5)), "base grad", tag="hydrogen-")
    yield from build(load, lambda: (torch.full((1, 2), -1), randn(1, 2, 5)), "base grad", tag="padding-")

EXPECT = {'topic': 'chemistry',
 'kind': 'masks',
 'rewrites': [],
 'breaks': {30: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
