"""Entropic optimal transport between two point clouds with a stopping criterion."""

import torch
from torch import nn

from fxkit import build, randn


class SinkhornDistance(nn.Module):
    def __init__(self, eps=0.5, max_iter=8, thresh=1e-1):
        super().__init__()
        self.eps = eps
        self.max_iter = max_iter
        self.thresh = thresh

    def cost_matrix(self, x, y):
        return ((x.unsqueeze(-2) - y.unsqueeze(-3)) ** 2).sum(-1)

    def modified_cost(self, cost, u, v):
        return (-cost + u.unsqueeze(-1) + v.unsqueeze(-2)) / self.eps

    def forward(self, x, y):
        cost = self.cost_matrix(x, y)
        n, m = cost.shape
        log_mu = torch.full((n,), 1.0 / n).log()
        log_nu = torch.full((m,), 1.0 / m).log()
        u = torch.zeros_like(log_mu)
        v = torch.zeros_like(log_nu)
        for _ in range(self.max_iter):
            u_prev = u
            u = self.eps * (log_mu - torch.logsumexp(self.modified_cost(cost, u, v), dim=-1)) + u
            v = self.eps * (log_nu - torch.logsumexp(self.modified_cost(cost, u, v).t(), dim=-1)) + v
            err = (u - u_prev).abs().sum()
            if err.item() < self.thresh:
                break
        pi = torch.exp(self.modified_cost(cost, u, v))
        return (pi * cost).sum(), pi


class AlignmentLoss(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.map = nn.Linear(dim, dim)
        self.ot = SinkhornDistance()

    def forward(self, src, tgt):
        distance, plan = self.ot(self.map(src), tgt)
        return distance + 1e-2 * self.map.weight.pow(2).sum(), plan.sum(dim=1)


def load():
    return torch.compile(AlignmentLoss())


def cases():
    yield from build(load, lambda: (randn(5, 3), randn(4, 3)), "base grad")
    yield from build(load, lambda: (randn(5, 3) * 0.1, randn(4, 3) * 0.1), "base grad", tag="near-")


EXPECT = {'topic': 'optimal_transport',
 'kind': 'loop_break_tolerance',
 'rewrites': [],
 'breaks': {34: 3},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 20,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result']}
