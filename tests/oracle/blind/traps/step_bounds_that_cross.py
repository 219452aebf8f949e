"""An integrator keeps its step above the smallest one, even where less than that is left of the interval."""

import torch
from torch import nn

from fxkit import build, randn


class Drift(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.net = nn.Linear(dim, dim)

    def forward(self, y):
        return torch.tanh(self.net(y)) - y


class ControlledEuler(nn.Module):
    def __init__(self, t_end=1.0, dt_min=0.1, tolerance=0.05):
        super().__init__()
        self.drift = Drift()
        self.t_end, self.dt_min, self.tolerance = t_end, dt_min, tolerance

    @torch.no_grad()
    def forward(self, t, y):
        f = self.drift(y)
        proposed = self.tolerance / (f.abs().max() + 1e-6)
        dt = max(self.dt_min, min(proposed.item(), self.t_end - t.item()))
        return t + dt, y + dt * f


def load():
    return torch.compile(ControlledEuler())


def cases():
    for t in (0.0, 0.7, 0.96):
        yield from build(load, lambda t=t: (torch.tensor(t), randn(2, 3)), "base", tag=f"t{t}-")
    yield from build(load, lambda: (torch.tensor(0.98), 1e-3 * randn(2, 3)), "base", tag="end-")

EXPECT = {'topic': 'differential equations',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['clamp with crossed bounds'],
 'breaks': {28: 2},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
