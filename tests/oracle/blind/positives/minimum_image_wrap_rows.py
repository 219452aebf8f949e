"""Periodic boundary: displacement vectors longer than half of the box are folded back."""

import torch
from torch import nn

from fxkit import build, randn


class PeriodicDisplacement(nn.Module):
    def __init__(self, box=4.0):
        super().__init__()
        self.register_buffer("box", torch.tensor(box))

    def forward(self, pos, edge_index):
        src, dst = edge_index
        delta = pos[dst] - pos[src]
        far = delta.abs().amax(dim=-1) > 0.5 * self.box
        delta[far] -= self.box * torch.round(delta[far] / self.box)
        return delta


class PairEnergy(nn.Module):
    """Sum of a learned function of the squared edge lengths."""

    def __init__(self, hidden=6):
        super().__init__()
        self.displacement = PeriodicDisplacement()
        self.mlp = nn.Sequential(nn.Linear(1, hidden), nn.SiLU(), nn.Linear(hidden, 1))

    def forward(self, pos, edge_index):
        delta = self.displacement(pos, edge_index)
        r2 = delta.square().sum(dim=-1, keepdim=True)
        energy = self.mlp(torch.exp(-r2)).squeeze(-1)
        return energy.sum(), delta


def load():
    return torch.compile(PairEnergy())


EDGES = torch.tensor([[0, 0, 1, 2, 3, 4], [1, 3, 2, 4, 4, 0]])


def cases():
    yield from build(load, lambda: (randn(5, 3) * 3, EDGES.clone()), "base grad small nan")
    yield from build(load, lambda: (randn(5, 3) * 0.1, EDGES.clone()), "base grad", tag="near-")

EXPECT = {'topic': 'molecules',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {18: 5},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
