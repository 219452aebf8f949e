"""Short range repulsion of an interatomic potential: pairs inside the cutoff, each counted once."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class RepulsionConfig:
    cutoff: float = 1.8
    exponent: float = 1.5
    eps: float = 1e-9


class PairRepulsion(nn.Module):
    def __init__(self, config=RepulsionConfig(), num_species=3):
        super().__init__()
        self.config = config
        self.charge = nn.Parameter(torch.linspace(0.5, 1.5, num_species))

    def pair_terms(self, species, pos):
        q = self.charge[species]
        diff = pos[:, None] - pos[None]
        dist = (diff.square().sum(-1) + self.config.eps).sqrt()
        energy = q[:, None] * q[None] * torch.exp(-self.config.exponent * dist) / dist
        return energy, dist

    def forward(self, species, pos):
        energy, dist = self.pair_terms(species, pos)
        upper = torch.ones_like(dist, dtype=torch.bool).triu(diagonal=1)
        inside = upper & (dist < self.config.cutoff)
        total = energy[inside].sum()
        return {"repulsion": total, "pairs": inside.sum()}


def load():
    return torch.compile(PairRepulsion())


def cases():
    yield from build(load, lambda: (torch.tensor([0, 2, 1, 1, 0]), randn(5, 3)), "base grad small")
    yield from build(load, lambda: (torch.tensor([0, 1, 2]), randn(3, 3) * 50), "base grad", tag="apart-")

EXPECT = {'rewrites': [],
 'topic': 'molecules',
 'kind': 'mask',
 'breaks': {35: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
