"""Orbits: the eccentric anomaly of every body by Newton steps, until the slowest has settled."""

import math

import torch
from torch import nn

from fxkit import build, rand, randn


class KeplerSolver(nn.Module):
    def __init__(self, tol=1e-4, max_iter=6):
        super().__init__()
        self.tol, self.max_iter = tol, max_iter

    def forward(self, mean_anomaly, ecc):
        M = torch.remainder(mean_anomaly, 2 * math.pi)
        E = torch.where(ecc < 0.8, M, torch.full_like(M, math.pi))
        delta = torch.full_like(M, float("inf"))
        it = 0
        while torch.any(delta.abs() > self.tol) and it < self.max_iter:
            delta = (E - ecc * torch.sin(E) - M) / (1.0 - ecc * torch.cos(E))
            E = E - delta
            it += 1
        return E, it


class TransitModel(nn.Module):
    """Positions on the sky; semi-major axes are learned."""

    def __init__(self, bodies=3, max_iter=6):
        super().__init__()
        self.log_a = nn.Parameter(torch.zeros(bodies))
        self.solver = KeplerSolver(max_iter=max_iter)

    def forward(self, t, period, ecc, omega):
        M = 2 * math.pi * t / period
        with torch.no_grad():
            E, iterations = self.solver(M, ecc)
        a = self.log_a.exp()
        x = a * (torch.cos(E) - ecc)
        y = a * torch.sqrt(1 - ecc**2) * torch.sin(E)
        cos_w, sin_w = torch.cos(omega), torch.sin(omega)
        return torch.stack([x * cos_w - y * sin_w, x * sin_w + y * cos_w], dim=-1), iterations


def load(max_iter=6):
    return torch.compile(TransitModel(max_iter=max_iter))


def cases():
    def orbits(scale):
        return randn(3) * 4, 1.0 + rand(3), scale * rand(3, seed=1), randn(3, seed=2)

    yield from build(load, lambda: orbits(0.3), "base zero nan")
    yield from build(load, lambda: orbits(0.97), "base", tag="eccentric-")
    yield from build(lambda: load(2), lambda: orbits(0.9), "base", tag="capped-")
    yield from build(load, lambda: orbits(0.0), "base", tag="circular-")

EXPECT = {'topic': 'astronomy',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {21: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
