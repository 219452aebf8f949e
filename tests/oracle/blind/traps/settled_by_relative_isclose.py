"""A relaxation takes its damped step as long as the energies differ, relatively and without an absolute tolerance."""

import math

import torch
from torch import nn

from fxkit import build, randn


class Energy(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.raw = nn.Parameter(torch.randn(dim, dim))

    def forward(self, x):
        return (x @ self.raw).square().sum()


class Relaxation(nn.Module):
    def __init__(self, step=0.05, rel_tol=1e-4):
        super().__init__()
        self.energy = Energy()
        self.step, self.rel_tol = step, rel_tol

    @torch.no_grad()
    def forward(self, x):
        proposal = x - self.step * x @ self.energy.raw @ self.energy.raw.t()
        before, after = self.energy(x), self.energy(proposal)
        if math.isclose(before.item(), after.item(), rel_tol=self.rel_tol):
            proposal = x * 1.0
        return proposal / x.norm().clamp(min=1e-12), x.norm()


def load(**options):
    return torch.compile(Relaxation(**options))


def cases():
    yield from build(load, lambda: (randn(2, 3),), "base zero nan")
    yield from build(load, lambda: (1e-6 * randn(2, 3),), "base", tag="tiny-")
    yield from build(lambda: load(step=1e-7), lambda: (randn(2, 3),), "base", tag="slow-")

EXPECT = {'topic': 'implicit models',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['tolerance of math.isclose'],
 'breaks': {30: 5},
 'gb': ['GB0124', 'GB0208'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
