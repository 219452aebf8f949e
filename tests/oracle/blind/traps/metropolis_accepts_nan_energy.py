"""Simulated annealing of a spin model with Python's min and math.exp, which treat NaN and overflow their own way."""

import math

import torch
from torch import nn

from fxkit import build, ints, rand, randn


class IsingAnnealer(nn.Module):
    def __init__(self, spins=5, temperature=1.0, cooling=0.9):
        super().__init__()
        self.temperature = temperature
        self.cooling = cooling
        self.register_buffer("field", 0.1 * randn(spins))

    def energy(self, couplings, spins):
        return -0.5 * spins @ couplings @ spins - self.field @ spins

    @torch.no_grad()
    def forward(self, couplings, spins, sites, uniform):
        temperature = self.temperature
        energy = self.energy(couplings, spins)
        accepted = 0
        for site, u in zip(sites, uniform):
            flip = torch.ones_like(spins).index_fill(0, site.view(1), -1.0)
            proposal = spins * flip
            new_energy = self.energy(couplings, proposal)
            delta = (new_energy - energy).item()
            accept = min(1.0, math.exp(-delta / temperature))
            spins = torch.where(u < accept, proposal, spins)
            energy = torch.where(u < accept, new_energy, energy)
            temperature *= self.cooling
        return spins, energy


def load():
    return torch.compile(IsingAnnealer())


def couplings():
    j = randn(5, 5)
    return j + j.T


def cases():
    make = lambda: (couplings(), torch.ones(5), ints(0, 5, 4), rand(4))
    yield from build(load, make, "base zero nan huge small")
    yield from build(load, lambda: (-1000 * torch.ones(5, 5), torch.ones(5), ints(0, 5, 3), rand(3)), "base", tag="overflow-")

EXPECT = {'topic': 'physics',
 'kind': 'numbers',
 'verdict': 'decline',
 'obligations': ['NaN in min()', 'exceptions of math.exp'],
 'breaks': {30: 3},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['values', 'exception'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad',
            'shown-history',
            'number-tensor']}
