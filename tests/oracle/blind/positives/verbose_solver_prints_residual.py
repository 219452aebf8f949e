"""A learned preconditioner for conjugate gradients prints the residual when it is verbose."""

import torch
from torch import nn

from fxkit import build, randn


class Preconditioner(nn.Module):
    def __init__(self, n=4):
        super().__init__()
        self.diag = nn.Parameter(torch.full((n,), 0.5))

    def forward(self, r):
        return self.diag.square() * r


class PreconditionedStep(nn.Module):
    """One step of the iteration; x and r go in and come out."""

    def __init__(self, n=4, verbose=True):
        super().__init__()
        self.precond = Preconditioner(n)
        self.verbose = verbose

    def forward(self, matrix, x, r):
        z = self.precond(r)
        alpha = (r * z).sum() / ((matrix @ z) * z).sum().clamp(min=1e-9)
        x = x + alpha * z
        r = r - alpha * (matrix @ z)
        if self.verbose:
            print("residual:", r.norm().detach())
        return x, r


def load():
    return torch.compile(PreconditionedStep())


def load_quiet():
    return torch.compile(PreconditionedStep(verbose=False))


def spd(n=4):
    a = randn(n, n)
    return a @ a.T + torch.eye(n)


def cases():
    yield from build(load, lambda: (spd(), torch.zeros(4), randn(4)), "base zero")
    yield from build(load, lambda: (spd(), torch.zeros(4), randn(4)), "base grad", tag="again-")
    yield from build(load_quiet, lambda: (spd(), torch.zeros(4), randn(4)), "base", tag="quiet-")

EXPECT = {'rewrites': [],
 'topic': 'physics',
 'kind': 'host',
 'breaks': {32: 2},
 'gb': ['GB0059'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-none-zero',
            'requires-grad',
            'shown-history']}
