"""Fluid solver: the inner step refuses a state that is not finite, and the driver tries again with half the step."""

import torch
from torch import nn

from fxkit import build, randn


class Unstable(ArithmeticError):
    pass


def burgers_rhs(u, nu):
    left, right = u.roll(1), u.roll(-1)
    return -u * (right - left) / 2 + nu * (right - 2 * u + left)


def advance(u, dt, nu, limit):
    u = u + dt * burgers_rhs(u, nu)
    if u.abs().max() > limit:
        raise Unstable("velocity beyond the limit")
    return u


class Solver(nn.Module):
    def __init__(self, nu=0.1, dt=0.5, limit=6.0):
        super().__init__()
        self.nu, self.dt, self.limit = nu, dt, limit

    def forward(self, u):
        dt = self.dt
        for _ in range(3):
            try:
                return advance(u, dt, self.nu, self.limit), dt
            except Unstable:
                dt = dt / 2
        return u, 0.0


def load():
    return torch.compile(Solver())


def cases():
    yield from build(load, lambda: (randn(6),), "base nan")
    yield from build(load, lambda: (3 * randn(6),), "base big", tag="fast-")

EXPECT = {'topic': 'simulation',
 'kind': 'guard',
 'verdict': 'any correct rewrite',
 'obligations': ['the caller catches the exception', 'a NaN passes the check'],
 'breaks': {20: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
