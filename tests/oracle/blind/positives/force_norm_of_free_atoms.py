"""Geometry relaxation: convergence is judged by the norm of the forces on atoms that may move."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import bools, build, randn


@dataclass
class RelaxConfig:
    step_size: float = 0.05
    stiffness: float = 2.0
    fmax: float = 0.5


class HarmonicCage(nn.Module):
    """Forces towards learned sites."""

    def __init__(self, atoms=5, stiffness=2.0):
        super().__init__()
        self.sites = nn.Parameter(torch.linspace(-1, 1, atoms * 3).view(atoms, 3))
        self.stiffness = stiffness

    def forward(self, pos):
        return -self.stiffness * (pos - self.sites)


class Relaxer(nn.Module):
    def __init__(self, config=RelaxConfig()):
        super().__init__()
        self.config = config
        self.forces = HarmonicCage(stiffness=config.stiffness)

    def forward(self, pos, free):
        """One steepest descent step; frozen atoms keep their place."""
        forces = self.forces(pos)
        residual = forces[free].norm()
        pos = pos + self.config.step_size * forces * free.unsqueeze(-1)
        return pos, residual, residual < self.config.fmax


def load():
    return torch.compile(Relaxer())


def cases():
    yield from build(load, lambda: (randn(5, 3), bools(5, p=0.6)), "base grad big true false")

EXPECT = {'topic': 'molecules',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {39: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
