"""An interatomic potential that returns forces as the negative gradient of its energy."""

import torch
from torch import nn

from fxkit import build, randn


class AtomicEnergy(nn.Module):
    """Energy per atom from gaussian features of the distances."""

    def __init__(self, features=5, species=3):
        super().__init__()
        self.register_buffer("centers", torch.linspace(0.5, 3.0, features))
        self.embed = nn.Embedding(species, features)
        self.readout = nn.Linear(features, 1)

    def forward(self, species, pos):
        diff = pos[:, None] - pos[None]
        dist = (diff.square().sum(-1) + 1e-6).sqrt()
        rbf = torch.exp(-((dist[..., None] - self.centers) ** 2))
        return self.readout(torch.tanh(rbf.sum(dim=1) * self.embed(species))).squeeze(-1)


class ForceField(nn.Module):
    def __init__(self):
        super().__init__()
        self.energy = AtomicEnergy()
        self.scale = nn.Parameter(torch.tensor(1.2))

    def total(self, species, pos):
        return (self.energy(species, pos) * self.scale).sum()

    def forward(self, species, pos):
        pos = pos.detach().clone()
        pos.requires_grad_(True)
        energy = self.total(species, pos)
        (grad,) = torch.autograd.grad(energy, pos)
        return {"energy": energy.detach(), "forces": -grad}


def load():
    return torch.compile(ForceField())


def cases():
    yield from build(load, lambda: (torch.tensor([0, 1, 2, 1]), randn(4, 3)), "base big small nan")

EXPECT = {'rewrites': [],
 'topic': 'molecules',
 'kind': 'autograd',
 'breaks': {36: 1, 38: 1},
 'gb': ['GB8985', 'GB9186'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
