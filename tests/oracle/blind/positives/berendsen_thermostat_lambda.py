"""Velocity Verlet with a Berendsen thermostat: the rescaling factor is computed as a number."""

import math

import torch
from torch import nn

from fxkit import build, randn

KB = 0.00831446


class BerendsenThermostat:
    def __init__(self, temperature=300.0, tau=0.1, dt=0.01):
        self.temperature = temperature
        self.tau = tau
        self.dt = dt

    def instantaneous(self, velocities, masses):
        kinetic = 0.5 * (masses[:, None] * velocities**2).sum()
        return 2.0 * kinetic / (3 * velocities.shape[0] * KB)

    def __call__(self, velocities, masses):
        current = self.instantaneous(velocities, masses).item()
        if current <= 0.0:
            return velocities
        factor = 1.0 + self.dt / self.tau * (self.temperature / current - 1.0)
        lam = math.sqrt(max(factor, 0.8))
        lam = min(lam, 1.25)
        return velocities * lam


class HarmonicForce(nn.Module):
    def __init__(self):
        super().__init__()
        self.stiffness = nn.Parameter(torch.tensor(2.0))

    def forward(self, positions):
        return -self.stiffness * (positions - positions.mean(dim=0))


class Simulator(nn.Module):
    def __init__(self, dt=0.01):
        super().__init__()
        self.force = HarmonicForce()
        self.thermostat = BerendsenThermostat(dt=dt)
        self.dt = dt

    @torch.no_grad()
    def forward(self, positions, velocities, masses):
        half = velocities + 0.5 * self.dt * self.force(positions) / masses[:, None]
        positions = positions + self.dt * half
        velocities = half + 0.5 * self.dt * self.force(positions) / masses[:, None]
        return positions, self.thermostat(velocities, masses)


def load():
    return torch.compile(Simulator())


def cases():
    masses = torch.tensor([1.0, 12.0, 16.0, 1.0])
    yield from build(load, lambda: (randn(4, 3), randn(4, 3, seed=2), masses), "base big")
    yield from build(load, lambda: (torch.zeros(4, 3), torch.zeros(4, 3), masses), "base", tag="frozen-")

EXPECT = {'topic': 'molecules',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {24: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
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
