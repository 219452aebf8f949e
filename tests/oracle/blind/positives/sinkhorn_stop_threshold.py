"""Entropy-regularised optimal transport in the log domain, stopped when the potentials settle."""

import torch
from torch import nn

from fxkit import build, randn


class SinkhornDistance(nn.Module):
    def __init__(self, eps=0.5, max_iter=8, thresh=1e-1):
        super().__init__()
        self.eps, self.max_iter, self.thresh = eps, max_iter, thresh

    def M(self, C, u, v):
        """Modified cost for logarithmic updates"""
        return (-C + u.unsqueeze(-1) + v.unsqueeze(-2)) / self.eps

    def forward(self, x, y):
        C = torch.cdist(x, y) ** 2
        mu = torch.full(x.shape[:2], 1.0 / x.shape[1], device=x.device)
        nu = torch.full(y.shape[:2], 1.0 / y.shape[1], device=y.device)
        u, v = torch.zeros_like(mu), torch.zeros_like(nu)
        for i in range(self.max_iter):
            u1 = u  # useful to check the update
            u = self.eps * (torch.log(mu + 1e-8) - torch.logsumexp(self.M(C, u, v), dim=-1)) + u
            v = self.eps * (torch.log(nu + 1e-8) - torch.logsumexp(self.M(C, u, v).transpose(-2, -1), dim=-1)) + v
            err = (u - u1).abs().sum(-1).mean()
            if err.item() < self.thresh:
                break
        pi = torch.exp(self.M(C, u, v))
        cost = torch.sum(pi * C, dim=(-2, -1))
        return cost, pi


def load():
    return torch.compile(SinkhornDistance())


def cases():
    yield from build(load, lambda: (randn(2, 4, 3), randn(2, 5, 3, seed=1)), "base grad small")
    yield from build(load, lambda: (randn(1, 6, 2) * 3, randn(1, 6, 2, seed=4)), "base grad", tag="far-")


EXPECT = {'topic': 'matching',
 'rewrites': [],
 'breaks': {28: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 17,
 'after': 0,
 'assume': [],
 'unsafe': ['finite', 'finite-grad']}
