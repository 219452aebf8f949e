"""A differentiable D2Q9 lattice Boltzmann solver: distributions inside the obstacle are reflected."""

import torch
from torch import nn

from fxkit import bools, build, rand

C = [[0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]]
W = [4 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 9, 1 / 36, 1 / 36, 1 / 36, 1 / 36]
OPPOSITE = [0, 3, 4, 1, 2, 7, 8, 5, 6]


class LBM(nn.Module):
    def __init__(self, tau=0.8, steps=2):
        super().__init__()
        self.log_tau = nn.Parameter(torch.tensor(tau).log())
        self.register_buffer("c", torch.tensor(C, dtype=torch.float32))
        self.register_buffer("w", torch.tensor(W))
        self.register_buffer("opposite", torch.tensor(OPPOSITE))
        self.steps = steps

    def equilibrium(self, rho, u):
        cu = torch.einsum("qd,dxy->qxy", self.c, u)
        return self.w[:, None, None] * rho * (1 + 3 * cu + 4.5 * cu**2 - 1.5 * (u**2).sum(dim=0))

    def stream(self, f):
        return torch.stack([torch.roll(f[q], tuple(C[q]), dims=(0, 1)) for q in range(9)])

    def forward(self, f, obstacle):
        """f: (9, nx, ny), obstacle: (nx, ny) bool."""
        for _ in range(self.steps):
            f = self.stream(f)
            bounced = f[self.opposite][:, obstacle]
            rho = f.sum(dim=0)
            u = torch.einsum("qd,qxy->dxy", self.c, f) / rho
            f = f - (f - self.equilibrium(rho, u)) / self.log_tau.exp()
            f[:, obstacle] = bounced
        return f, u.square().sum(dim=0).mean()


def load():
    return torch.compile(LBM())


def cases():
    yield from build(load, lambda: (1 + 0.1 * rand(9, 4, 4), bools(4, 4, p=0.3)), "base grad true false nan")

EXPECT = {'topic': 'physics',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {33: 1},
 'gb': ['GB0036', 'GB7000'],
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
