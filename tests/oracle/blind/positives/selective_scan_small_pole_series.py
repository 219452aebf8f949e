"""Zero-order-hold discretisation of a diagonal state-space layer; poles near zero use the Taylor series."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def zoh_input_factor(dA, threshold=1e-3):
    """(exp(dA) - 1) / dA, by its series where dA is small."""
    out = torch.empty_like(dA)
    small = dA.abs() < threshold
    out[small] = 1.0 + dA[small] / 2 + dA[small] ** 2 / 6
    large = ~small
    out[large] = torch.expm1(dA[large]) / dA[large]
    return out


class DiagonalSSM(nn.Module):
    """Selective step sizes, real diagonal A."""

    def __init__(self, dim=3, a_log=None):
        super().__init__()
        self.a_log = nn.Parameter(torch.linspace(-2, 1, dim) if a_log is None else torch.full((dim,), float(a_log)))
        self.dt = nn.Linear(dim, dim)
        self.B = nn.Linear(dim, dim, bias=False)
        self.C = nn.Linear(dim, dim, bias=False)
        self.skip = nn.Parameter(torch.ones(dim))

    def forward(self, u):
        dt = F.softplus(self.dt(u))
        A = -torch.exp(self.a_log)
        dA = dt * A
        dB = dt * zoh_input_factor(dA) * self.B(u)
        h = torch.zeros_like(u[0])
        ys = []
        for t in range(u.shape[0]):
            h = torch.exp(dA[t]) * h + dB[t]
            ys.append(self.C(h) + self.skip * u[t])
        return torch.stack(ys), h


def cases():
    yield from build(lambda: torch.compile(DiagonalSSM()), lambda: (randn(3, 3),), "base grad nan", tag="usual-")
    yield from build(lambda: torch.compile(DiagonalSSM(a_log=-12.0)), lambda: (randn(3, 3),), "base", tag="slow-")
    yield from build(lambda: torch.compile(DiagonalSSM(a_log=-6.8)), lambda: (randn(3, 3),), "base", tag="between-")
    yield from build(lambda: torch.compile(DiagonalSSM(a_log=2.0)), lambda: (randn(3, 3),), "base", tag="fast-")

EXPECT = {'topic': 'state space',
 'rewrites': ['R32'],
 'breaks': {14: 3, 16: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 7,
 'after': 0,
 'assume': ['grad-close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
