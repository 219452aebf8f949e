"""Acquisition function of a small Bayesian optimiser (numpy style masks kept from the original notebook)."""

import math

import torch
from torch import nn

from fxkit import build, rand, randn


def norm_cdf(z):
    return 0.5 * (1 + torch.erf(z / math.sqrt(2)))


def norm_pdf(z):
    return torch.exp(-0.5 * z**2) / math.sqrt(2 * math.pi)


class RBFSurrogate(nn.Module):
    def __init__(self, lengthscale=0.7, noise=1e-4):
        super().__init__()
        self.log_ls = nn.Parameter(torch.tensor(math.log(lengthscale)))
        self.noise = noise

    def kernel(self, a, b):
        return torch.exp(-0.5 * ((a[:, None] - b[None]) / self.log_ls.exp()).pow(2).sum(-1))

    def posterior(self, x, y, q):
        k = self.kernel(x, x) + self.noise * torch.eye(x.shape[0])
        kq = self.kernel(q, x)
        sol = torch.linalg.solve(k, kq.t())
        return sol.t() @ y, (1.0 - (kq * sol.t()).sum(-1)).clamp(min=0.0)


class ExpectedImprovement(RBFSurrogate):
    xi = 0.01

    def forward(self, x, y, q):
        mu, var = self.posterior(x, y, q)
        with torch.no_grad():
            sigma = var.sqrt()
            best = y.max()
            imp = mu - best - self.xi
            z = torch.zeros_like(imp)
            nz = sigma > 1e-3
            z[nz] = imp[nz] / sigma[nz]
            ei = imp * norm_cdf(z) + sigma * norm_pdf(z)
            ei[~nz] = 0.0
            if (ei <= 0).all():
                # nothing promising: fall back to pure exploration
                choice = sigma.argmax()
            else:
                choice = ei.argmax()
        return choice, ei, mu


def cases():
    make = lambda: torch.compile(ExpectedImprovement())
    yield from build(make, lambda: (rand(4, 2), randn(4), rand(5, 2, seed=3)), "base", tag="usual-")
    x = rand(4, 2)
    yield from build(make, lambda: (x.clone(), randn(4), torch.cat([x, x[:1]])), "base", tag="seen-")
    yield from build(make, lambda: (rand(4, 2), torch.full((4,), 50.0), rand(5, 2, seed=3)), "base", tag="plateau-")


EXPECT = {'topic': 'Bayesian optimisation',
 'rewrites': [],
 'breaks': {46: 1, 49: 1},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close']}
