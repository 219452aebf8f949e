"""Exact Gaussian process regression with a learned noise that is floored, as GPyTorch does, with a warning."""

import warnings

import torch
from torch import nn

from fxkit import build, randn


class NumericalWarning(RuntimeWarning):
    pass


class ExactGP(nn.Module):
    """RBF kernel, constant mean."""

    MIN_NOISE = 1e-4

    def __init__(self, noise=0.1, lengthscale=1.0):
        super().__init__()
        self.raw_noise = nn.Parameter(torch.tensor(float(noise)))
        self.lengthscale = nn.Parameter(torch.tensor(lengthscale))
        self.mean = nn.Parameter(torch.zeros(()))

    def kernel(self, a, b):
        d = (a[:, None] - b[None]).pow(2).sum(-1)
        return torch.exp(-0.5 * d / self.lengthscale ** 2)

    def noise(self):
        noise = self.raw_noise
        if noise < self.MIN_NOISE:
            warnings.warn(f"Very small noise values detected. Rounding to {self.MIN_NOISE}.", NumericalWarning)
        return noise.clamp(min=self.MIN_NOISE)

    def forward(self, x, y, x_new):
        K = self.kernel(x, x) + self.noise() * torch.eye(x.shape[0])
        L = torch.linalg.cholesky(K)
        alpha = torch.cholesky_solve((y - self.mean).unsqueeze(-1), L)
        Ks = self.kernel(x_new, x)
        mean = (Ks @ alpha).squeeze(-1) + self.mean
        v = torch.linalg.solve_triangular(L, Ks.t(), upper=False)
        return mean, 1.0 - (v ** 2).sum(0)


def exact_gp(**kw):
    return torch.compile(ExactGP(**kw))


def cases():
    args = lambda: (randn(4, 2), randn(4), randn(3, 2, seed=1))
    yield from build(exact_gp, args, "base grad")
    yield from build(lambda: exact_gp(noise=1e-7), args, "base", tag="tiny-")
    yield from build(lambda: exact_gp(noise=-1.0), args, "base", tag="negative-")

EXPECT = {'topic': 'gaussian process',
 'rewrites': ['R17', 'R36'],
 'breaks': {32: 2, 33: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site', 'shown-history']}
