"""Marginal likelihood of a Gaussian process: jitter goes on the kernel only if the factorisation fails."""

import math
import warnings

import torch
from torch import nn

from fxkit import build, randn


def psd_safe_cholesky(A, jitter=1e-3, max_tries=3):
    L, info = torch.linalg.cholesky_ex(A)
    if not torch.any(info):
        return L
    Aprime = A.clone()
    jitter_prev = 0.0
    for i in range(max_tries):
        jitter_new = jitter * (10**i)
        Aprime.diagonal().add_(jitter_new - jitter_prev)
        jitter_prev = jitter_new
        warnings.warn(f"A not p.d., added jitter of {jitter_new:.1e} to the diagonal")
        L, info = torch.linalg.cholesky_ex(Aprime)
        if not torch.any(info):
            return L
    raise ValueError(f"Matrix not positive definite after repeatedly adding jitter up to {jitter_new:.1e}.")


class ExactMLL(nn.Module):
    def __init__(self, noise=0.0):
        super().__init__()
        self.lengthscale = nn.Parameter(torch.tensor(1.0))
        self.noise = noise

    def forward(self, x, y):
        K = torch.exp(-0.5 * (x[:, None] - x[None]).pow(2).sum(-1) / self.lengthscale**2)
        K = K + self.noise * torch.eye(len(x))
        L = psd_safe_cholesky(K)
        alpha = torch.linalg.solve_triangular(L, y[:, None], upper=False).squeeze(-1)
        return -0.5 * alpha.pow(2).sum() - L.diagonal().log().sum() - 0.5 * len(x) * math.log(2 * math.pi)


def load(noise=0.1):
    return torch.compile(ExactMLL(noise))


def cases():
    yield from build(load, lambda: (randn(5, 2) * 2, randn(5)), "base grad")
    yield from build(lambda: load(-0.0005), lambda: (torch.ones(4, 2), randn(4)), "base", tag="singular-")
    yield from build(lambda: load(-5.0), lambda: (torch.ones(4, 2), randn(4)), "base", tag="hopeless-")


EXPECT = {'topic': 'gaussianprocess',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {14: 3, 22: 1, 24: 3, 26: 1},
 'gb': ['GB0007', 'GB0088', 'GB0170'],
 'naive_differs_in': ['None or not', 'events', 'exception', 'type'],
 'unsafe': []}
