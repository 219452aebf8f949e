"""Parametric t-SNE: the bandwidth of a point is searched by bisection until its entropy meets the perplexity."""

import math

import torch
from torch import nn

from fxkit import build, rand, randn


def row_affinity(D, perplexity, tol=1e-3, max_tries=12):
    """D: squared distances of one point to the others. Returns its affinities and the precision found."""
    target = math.log(perplexity)
    lo, hi = torch.zeros(()), torch.full((), 64.0)
    beta = torch.ones(())
    for _ in range(max_tries):
        P = torch.exp(-D * beta)
        total = P.sum() + 1e-12
        H = torch.log(total) + beta * (D * P).sum() / total
        if torch.abs(H - target) < tol:
            break
        if H > target:
            lo = beta
        else:
            hi = beta
        beta = 0.5 * (lo + hi)
    P = torch.exp(-D * beta)
    return P / (P.sum() + 1e-12), beta


class ParametricTSNE(nn.Module):
    def __init__(self, dim=4, perplexity=2.0):
        super().__init__()
        self.encoder = nn.Sequential(nn.Linear(dim, 6), nn.ReLU(), nn.Linear(6, 2))
        self.perplexity = perplexity

    def forward(self, anchor, others):
        with torch.no_grad():
            P, beta = row_affinity((others - anchor).square().sum(dim=-1), self.perplexity)
        y, ys = self.encoder(anchor), self.encoder(others)
        Q = 1.0 / (1.0 + (ys - y).square().sum(dim=-1))
        Q = Q / Q.sum()
        return (P * torch.log((P + 1e-9) / (Q + 1e-9))).sum(), beta


def load():
    return torch.compile(ParametricTSNE())


def cases():
    yield from build(load, lambda: (randn(4), randn(5, 4)), "base grad nan")
    yield from build(load, lambda: (0.01 * rand(4), 0.2 * randn(5, 4)), "base", tag="near-")
    yield from build(load, lambda: (rand(4), 5 * randn(5, 4)), "base", tag="far-")

EXPECT = {'topic': 'dimension reduction',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {20: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
