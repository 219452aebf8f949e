"""Embedded Runge-Kutta step of a neural ODE: accepted if the error is small, and the step size adapts."""

import torch
import torch.nn as nn

from fxkit import build, randn


class Field(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    def forward(self, t, y):
        return torch.tanh(self.lin(y)) * torch.cos(t)


class AdaptiveSolver(nn.Module):
    def __init__(self, rtol=1e-2, atol=1e-3):
        super().__init__()
        self.field = Field()
        self.rtol, self.atol = rtol, atol

    def forward(self, y0, dt):
        t = torch.zeros(())
        y = y0
        for _ in range(4):
            k1 = self.field(t, y)
            k2 = self.field(t + dt, y + dt * k1)
            y_next = y + dt * 0.5 * (k1 + k2)
            error = dt * 0.5 * (k2 - k1)
            scale = self.atol + self.rtol * torch.maximum(y.abs(), y_next.abs())
            ratio = (error / scale).pow(2).mean().sqrt()
            if ratio <= 1.0:
                t = t + dt
                y = y_next
            factor = (0.9 * ratio.clamp(min=1e-4) ** -0.5).clamp(0.2, 5.0)
            dt = dt * factor
        return y, t


def load():
    return torch.compile(AdaptiveSolver())


def cases():
    yield from build(load, lambda: (randn(2, 3), torch.tensor(0.1)), "base big")
    yield from build(load, lambda: (randn(2, 3), torch.tensor(4.0)), "base", tag="coarse-")

EXPECT = {'topic': 'physics',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {34: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
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
