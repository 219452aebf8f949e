"""One accepted-or-rejected step of an adaptive embedded Runge-Kutta solver."""

import torch
import torch.nn as nn

from fxkit import build, randn


class ODEFunc(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.net = nn.Linear(dim, dim)

    def forward(self, t, y):
        return torch.tanh(self.net(y)) - 0.1 * t * y


def rms_norm(x):
    return x.pow(2).mean().sqrt()


class AdaptiveHeun(nn.Module):
    def __init__(self, func, rtol=1e-2, atol=1e-2, safety=0.9, ifactor=10.0, dfactor=0.2):
        super().__init__()
        self.func = func
        self.rtol, self.atol = rtol, atol
        self.safety, self.ifactor, self.dfactor = safety, ifactor, dfactor

    def optimal_step(self, dt, error_ratio):
        if error_ratio == 0:
            return dt * self.ifactor
        dfactor = 1.0 if error_ratio < 1 else self.dfactor
        factor = min(self.ifactor, max(self.safety / error_ratio.item() ** 0.5, dfactor))
        return dt * factor

    @torch.no_grad()
    def forward(self, t, y, dt):
        k1 = self.func(t, y)
        k2 = self.func(t + dt, y + dt * k1)
        y1 = y + dt * 0.5 * (k1 + k2)
        err = dt * 0.5 * (k2 - k1)
        tol = self.atol + self.rtol * torch.maximum(y.abs(), y1.abs())
        ratio = rms_norm(err / tol)
        next_dt = self.optimal_step(dt, ratio)
        if ratio <= 1:
            return t + dt, y1, next_dt
        return t, y, next_dt


def make_solver():
    torch.manual_seed(1)
    return torch.compile(AdaptiveHeun(ODEFunc()))


def make_still():
    solver = AdaptiveHeun(ODEFunc())
    for p in solver.parameters():
        p.data.zero_()
    return torch.compile(solver)


def args(dt, seed=0):
    return torch.tensor(0.0), randn(2, 3, seed=seed), torch.tensor(dt)


def rest():
    return torch.tensor(0.0), torch.zeros(2, 3), torch.tensor(0.1)


def cases():
    yield from build(make_solver, lambda: args(0.05), "base")
    yield from build(make_solver, lambda: args(2.0, 3), "base", tag="reject-")
    yield from build(make_still, rest, "base", tag="still-")

EXPECT = {'topic': 'neural odes',
 'rewrites': [],
 'breaks': {30: 1, 32: 1, 33: 2, 45: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'finite-grad', 'requires-grad', 'fresh-result']}
