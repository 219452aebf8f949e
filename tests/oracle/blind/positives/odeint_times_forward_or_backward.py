"""Neural ODE: the times are checked to be monotone, and a decreasing grid is solved with the reversed field."""

import torch
from torch import nn

from fxkit import build, randn


def check_timelike(name, t):
    if not torch.is_floating_point(t):
        raise TypeError(f"{name} must be a floating point Tensor but is a {t.type()}")
    if t.ndim != 1:
        raise ValueError(f"{name} must be one dimensional")
    diff = t[1:] > t[:-1]
    if not (diff.all() or (~diff).all()):
        raise ValueError(f"{name} must be strictly increasing or decreasing")


class ReverseFunc(nn.Module):
    def __init__(self, base, mul):
        super().__init__()
        self.base = base
        self.mul = mul

    def forward(self, t, y):
        return self.mul * self.base(self.mul * t, y)


class Field(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim + 1, 8), nn.Tanh(), nn.Linear(8, dim))

    def forward(self, t, y):
        return self.net(torch.cat([y, t.expand(y.shape[0], 1)], dim=-1))


class ODEBlock(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.func = Field(dim)

    def forward(self, y0, t):
        check_timelike("t", t)
        func = self.func
        if t[0] > t[1]:
            t = -t
            func = ReverseFunc(func, mul=-1.0)
        solution = [y0]
        for t0, t1 in zip(t[:-1], t[1:]):
            y, dt = solution[-1], t1 - t0
            k1 = func(t0, y)
            k2 = func(t0 + dt / 2, y + dt / 2 * k1)
            solution.append(y + dt * k2)
        return torch.stack(solution)


def load():
    return torch.compile(ODEBlock())


def cases():
    yield from build(load, lambda: (randn(2, 3), torch.tensor([0.0, 0.5, 1.0])), "base grad", tag="up-")
    yield from build(load, lambda: (randn(2, 3), torch.tensor([1.0, 0.4, 0.0])), "base", tag="down-")
    yield from build(load, lambda: (randn(2, 3), torch.tensor([0.0, 1.0, 0.5])), "base", tag="mixed-")

EXPECT = {'topic': 'physics',
 'kind': 'check',
 'rewrites': [],
 'breaks': {15: 3, 16: 1, 46: 2},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 4,
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
