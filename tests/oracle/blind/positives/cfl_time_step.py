"""Finite volumes for Burgers' equation: every substep is as long as the CFL condition allows."""

import torch
from torch import nn

from fxkit import build, randn


class BurgersSolver(nn.Module):
    def __init__(self, cells=8, cfl=0.4, dt_max=0.05, substeps=3):
        super().__init__()
        self.dx = 1.0 / cells
        self.cfl = cfl
        self.dt_max = dt_max
        self.substeps = substeps
        self.viscosity = nn.Parameter(torch.tensor(0.01))

    def get_dt(self, u):
        speed = float(u.detach().abs().max())
        return min(self.dt_max, self.cfl * self.dx / max(speed, 1e-6))

    def flux(self, u):
        left, right = u, torch.roll(u, -1)
        smax = torch.maximum(left.abs(), right.abs())
        return 0.25 * (left**2 + right**2) - 0.5 * smax * (right - left)

    def step(self, u, dt):
        f = self.flux(u)
        diffusion = self.viscosity * (torch.roll(u, -1) - 2 * u + torch.roll(u, 1)) / self.dx**2
        return u - dt / self.dx * (f - torch.roll(f, 1)) + dt * diffusion

    def forward(self, u):
        time = 0.0
        for _ in range(self.substeps):
            dt = self.get_dt(u)
            u = self.step(u, dt)
            time += dt
        return u, time


def load():
    return torch.compile(BurgersSolver())


def cases():
    yield from build(load, lambda: (randn(8),), "base grad zero big small")

EXPECT = {'topic': 'physics',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['close', 'grad-close', 'number-tensor'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
