"""A tracker update under contextlib.suppress: a refused measurement also skips the updates that follow it."""

import contextlib

import torch
from torch import nn

from fxkit import build, randn


class GateError(ValueError):
    pass


class AlphaBetaTracker(nn.Module):
    def __init__(self, alpha=0.6, beta=0.2, gate=3.0):
        super().__init__()
        self.alpha, self.beta, self.gate = alpha, beta, gate
        self.register_buffer("position", torch.zeros(2))
        self.register_buffer("velocity", torch.zeros(2))
        self.register_buffer("updates", torch.zeros((), dtype=torch.long))

    def innovation(self, measurement):
        residual = measurement - self.position
        if residual.norm() > self.gate:
            raise GateError("measurement is outside of the gate")
        return residual

    @torch.no_grad()
    def forward(self, measurement, dt: float = 0.1):
        self.position += dt * self.velocity
        with contextlib.suppress(GateError):
            residual = self.innovation(measurement)
            self.position += self.alpha * residual
            self.velocity += self.beta / dt * residual
            self.updates += 1
        return self.position.clone(), self.velocity.norm()


def load(gate=3.0):
    return torch.compile(AlphaBetaTracker(gate=gate))


def cases():
    yield from build(load, lambda: (0.5 * randn(2),), "base")
    yield from build(load, lambda: (50.0 * randn(2),), "base", tag="outlier-")
    yield from build(load, lambda: (randn(2),), "nan", tag="hole-")

EXPECT = {'topic': 'tracking',
 'kind': 'exceptions',
 'verdict': 'any correct rewrite',
 'obligations': ['an exception skips the rest'],
 'breaks': {25: 2},
 'gb': ['GB0066', 'GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
