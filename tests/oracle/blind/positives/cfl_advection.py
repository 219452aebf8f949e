"""Differentiable solver for Burgers' equation; the time step follows the CFL condition."""

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from fxkit import build, randn


@dataclass
class SolverConfig:
    dx: float = 0.1
    cfl: float = 0.4
    dt_max: float = 0.05
    viscosity: float = 0.01
    substeps: int = 2


class BurgersSolver(nn.Module):
    """Finite volumes with local Lax-Friedrichs fluxes on a periodic grid."""

    def __init__(self, cfg: SolverConfig):
        super().__init__()
        self.cfg = cfg
        self.forcing = nn.Parameter(torch.full((8,), 0.01))
        self.register_buffer("time", torch.zeros((), dtype=torch.float32))

    def flux(self, u: Tensor) -> Tensor:
        right = torch.roll(u, -1, dims=-1)
        speed = torch.maximum(u.abs(), right.abs())
        return 0.5 * (0.5 * u.pow(2) + 0.5 * right.pow(2)) - 0.5 * speed * (right - u)

    def rhs(self, u: Tensor) -> Tensor:
        f = self.flux(u)
        advect = -(f - torch.roll(f, 1, dims=-1)) / self.cfg.dx
        lap = (torch.roll(u, -1, dims=-1) - 2 * u + torch.roll(u, 1, dims=-1)) / self.cfg.dx**2
        return advect + self.cfg.viscosity * lap + self.forcing

    def stable_dt(self, u: Tensor) -> float:
        vmax = float(u.detach().abs().max())
        return min(self.cfg.dt_max, self.cfg.cfl * self.cfg.dx / (vmax + 1e-6))

    def forward(self, u: Tensor) -> tuple[Tensor, Tensor]:
        energy = []
        for _ in range(self.cfg.substeps):
            dt = self.stable_dt(u)
            # Heun's method
            k1 = self.rhs(u)
            k2 = self.rhs(u + dt * k1)
            u = u + 0.5 * dt * (k1 + k2)
            with torch.no_grad():
                self.time.add_(dt)
            energy.append(0.5 * u.pow(2).mean())
        return u, torch.stack(energy)


def make(**kw):
    return torch.compile(BurgersSolver(SolverConfig(**kw)))


def cases():
    yield from build(make, lambda: (randn(2, 8),), "base grad big zero")
    yield from build(make, lambda: (randn(1, 8) * 0.01,), "base", tag="slow-")
    yield from build(lambda: make(substeps=1, dt_max=1.0), lambda: (randn(8) * 20,), "base", tag="fast-")

EXPECT = {'topic': 'differentiable physics',
 'rewrites': [],
 'breaks': {41: 6},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close', 'grad-close', 'number-tensor', 'finite', 'finite-grad']}
