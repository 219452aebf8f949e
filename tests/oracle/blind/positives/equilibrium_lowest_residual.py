"""A deep equilibrium model iterates to a fixed point and keeps the iterate of the lowest residual."""

import torch
from torch import nn

from fxkit import build, randn


class Cell(nn.Module):
    def __init__(self, dim=4, gain=1.0):
        super().__init__()
        self.w = nn.Linear(dim, dim)
        self.u = nn.Linear(dim, dim, bias=False)
        self.gain = gain

    def forward(self, z, x):
        return torch.tanh(self.gain * self.w(z) + self.u(x))


@torch.no_grad()
def forward_iteration(f, z, max_iter=6):
    lowest = torch.full((), 1e8)
    best = z
    for _ in range(max_iter):
        f_z = f(z)
        rel = (f_z - z).norm() / (f_z.norm() + 1e-9)
        if rel < lowest:
            lowest = rel
            best = f_z
        z = f_z
    return best, lowest


class DEQ(nn.Module):
    def __init__(self, dim=4, gain=1.0):
        super().__init__()
        self.cell = Cell(dim, gain)
        self.readout = nn.Linear(dim, 2)

    def forward(self, x):
        z, residual = forward_iteration(lambda z: self.cell(z, x), torch.zeros_like(x))
        z = self.cell(z, x)
        return self.readout(z), residual


def load(gain=1.0):
    return torch.compile(DEQ(gain=gain))


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad nan")
    yield from build(lambda: load(6.0), lambda: (randn(3, 4),), "base big", tag="chaotic-")

EXPECT = {'topic': 'implicit models',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {27: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
