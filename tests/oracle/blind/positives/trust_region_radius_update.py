"""Trust region: the radius shrinks after a poor model and grows after a good step that reached the boundary."""

import torch
from torch import nn

from fxkit import build, randn


class TrustRegionStep(nn.Module):
    def __init__(self, radius=1.0, max_radius=4.0, eta=0.1):
        super().__init__()
        self.register_buffer("radius", torch.tensor(radius))
        self.max_radius = max_radius
        self.eta = eta

    def cauchy_point(self, grad, hess):
        norm = grad.norm()
        curvature = grad @ hess @ grad
        tau = (norm**3 / (self.radius * curvature.clamp(min=1e-8))).clamp(max=1.0)
        return -tau * self.radius / norm.clamp(min=1e-8) * grad

    def adapt(self, rho, step_norm):
        if rho < 0.25:
            self.radius = 0.25 * self.radius
        elif rho > 0.75 and step_norm >= 0.99 * self.radius:
            self.radius = torch.clamp(2.0 * self.radius, max=self.max_radius)

    @torch.no_grad()
    def forward(self, x, grad, hess, actual):
        step = self.cauchy_point(grad, hess)
        predicted = -(grad @ step + 0.5 * step @ hess @ step)
        rho = actual / predicted.clamp(min=1e-8)
        self.adapt(rho, step.norm())
        return torch.where(rho > self.eta, x + step, x), rho


def load():
    return torch.compile(TrustRegionStep())


def problem(scale, actual):
    return lambda: (randn(3), scale * randn(3, seed=1), 0.1 * torch.eye(3), torch.tensor(actual))


def cases():
    yield from build(load, problem(1.0, 0.01), "base nan", tag="poor-")
    yield from build(load, problem(1.0, 50.0), "base big", tag="boundary-")
    yield from build(load, problem(0.01, 50.0), "base", tag="inside-")
    yield from build(load, problem(0.0, 0.0), "base", tag="flat-")
    yield from build(load, lambda: (randn(3), randn(3, seed=1), 40.0 * torch.eye(3), torch.tensor(0.5)), "base", tag="steep-")

EXPECT = {'topic': 'optimisation',
 'kind': 'branch, elif chain',
 'rewrites': [],
 'breaks': {-1: 3, 23: 1, 25: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
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
