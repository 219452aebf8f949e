"""Relaxation of a Poisson problem: a sweep updates the nodes whose residual is large, one after the other."""

import torch
from torch import nn

from fxkit import build, randn


def sweep(u, f, h, tol):
    for i in range(1, u.shape[0] - 1):
        residual = f[i] - (2 * u[i] - u[i - 1] - u[i + 1]) / h**2
        if residual.abs() > tol:
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + h**2 * f[i])
    return u


class Smoother(nn.Module):
    def __init__(self, sweeps=2, tol=0.5):
        super().__init__()
        self.sweeps, self.tol = sweeps, tol

    @torch.no_grad()
    def forward(self, u, f):
        u = u.clone()
        h = 1.0 / (u.shape[0] - 1)
        for _ in range(self.sweeps):
            u = sweep(u, f, h, self.tol)
        interior = (2 * u[1:-1] - u[:-2] - u[2:]) / h**2
        return u, (f[1:-1] - interior).norm()


def load(sweeps=2, tol=0.5):
    return torch.compile(Smoother(sweeps, tol))


def cases():
    yield from build(lambda: load(tol=1e6), lambda: (randn(7), randn(7)), "base", tag="settled-")
    yield from build(load, lambda: (randn(7), randn(7)), "base zero")
    yield from build(lambda: load(1, 20.0), lambda: (randn(8), randn(8)), "base", tag="coarse-")

EXPECT = {'topic': 'physics',
 'kind': 'loops',
 'verdict': 'any correct rewrite',
 'obligations': ['order of sequential updates'],
 'breaks': {12: 3},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
