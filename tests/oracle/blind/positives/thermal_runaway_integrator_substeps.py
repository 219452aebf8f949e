"""Battery cell thermal model: explicit Euler with as many substeps as the stiffness asks for, limits checked."""

import math

import torch
from torch import nn

from fxkit import build


class CellThermal(nn.Module):
    def __init__(self, capacity=2.0, conductance=0.5, t_max=80.0, max_substeps=4):
        super().__init__()
        self.log_r = nn.Parameter(torch.tensor(-1.0))
        self.capacity, self.conductance = capacity, conductance
        self.t_max, self.max_substeps = t_max, max_substeps

    def heat(self, temp, current):
        r = self.log_r.exp() * (1 + 0.01 * (temp - 25))
        return r * current**2

    def substeps(self, current, dt):
        rate = (self.conductance + self.log_r.exp() * current.abs().max() ** 2 * 0.01) / self.capacity
        return min(max(math.ceil(float(rate.detach()) * dt * 2), 1), self.max_substeps)

    def forward(self, temp, current, ambient=25.0, dt=1.0):
        n = self.substeps(current, dt)
        h = dt / n
        for _ in range(n):
            dT = (self.heat(temp, current) - self.conductance * (temp - ambient)) / self.capacity
            temp = temp + h * dT
        over = temp > self.t_max
        if over.any():
            hottest = temp.argmax()
            print(f"cell {hottest.item()} above limit")
            temp = torch.where(over, torch.full_like(temp, self.t_max), temp)
        return temp, over


def cells(t, i):
    return lambda: (torch.tensor(t), torch.tensor(i))


def cases():
    make = lambda: torch.compile(CellThermal())
    yield from build(make, cells([25.0, 30.0], [1.0, 2.0]), "base", tag="mild-")
    yield from build(make, cells([25.0, 30.0], [12.0, 20.0]), "base", tag="hard-")
    yield from build(make, cells([85.0, 79.0, 20.0], [30.0, 25.0, 0.0]), "base", tag="runaway-")


EXPECT = {'topic': 'scientific ML',
 'rewrites': [],
 'breaks': {24: 2, 33: 3, 35: 4},
 'gb': ['GB0021', 'GB0059', 'GB0124', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor', 'close', 'grad-close']}
