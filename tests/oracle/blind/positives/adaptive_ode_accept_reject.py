"""One step of an adaptive solver for a latent ODE: accepted or rejected by its error."""

from typing import NamedTuple

import torch
from torch import nn

from fxkit import build, randn


class SolverState(NamedTuple):
    t: torch.Tensor
    y: torch.Tensor
    dt: torch.Tensor


class LatentDynamics(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim, 6), nn.Tanh(), nn.Linear(6, dim))

    def forward(self, t, y):
        return self.net(y) * torch.cos(t)


class AdaptiveHeun(nn.Module):
    """Second order with an embedded first order error estimate."""

    def __init__(self, rtol=1e-2, atol=1e-2, safety=0.9):
        super().__init__()
        self.dynamics = LatentDynamics()
        self.rtol, self.atol, self.safety = rtol, atol, safety

    @torch.no_grad()
    def forward(self, t0, y0, dt):
        k1 = self.dynamics(t0, y0)
        k2 = self.dynamics(t0 + dt, y0 + dt * k1)
        y_new = y0 + 0.5 * dt * (k1 + k2)
        scale = self.atol + self.rtol * torch.maximum(y0.abs(), y_new.abs())
        ratio = (0.5 * dt * (k2 - k1) / scale).square().mean().sqrt()
        factor = (self.safety / ratio.clamp(min=1e-3).sqrt()).clamp(0.2, 5.0)
        t, y = t0, y0
        if ratio <= 1.0:
            t = t0 + dt
            y = y_new
        return SolverState(t * 1.0, y * 1.0, dt * factor), ratio


def load():
    return torch.compile(AdaptiveHeun())


def cases():
    for dt in (0.05, 3.0):
        yield from build(load, lambda dt=dt: (torch.tensor(0.1), randn(4, 3), torch.tensor(dt)), "base nan big", tag=f"dt{dt}-")

EXPECT = {'rewrites': [],
 'topic': 'timeseries',
 'kind': 'branch',
 'breaks': {43: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
