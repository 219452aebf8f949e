"""Sinkhorn distance between two point clouds that stops when the dual variable moves no more."""

import torch
from torch import nn

from fxkit import build, randn


class SinkhornDistance(nn.Module):
    def __init__(self, eps=0.5, max_iter=8, thresh=1e-1, reduction="mean"):
        super().__init__()
        self.eps, self.max_iter, self.thresh = eps, max_iter, thresh
        self.reduction = reduction

    def M(self, C, u, v):
        "Modified cost for logarithmic updates"
        return (-C + u.unsqueeze(-1) + v.unsqueeze(-2)) / self.eps

    def forward(self, x, y):
        C = torch.sum((x.unsqueeze(-2) - y.unsqueeze(-3)) ** 2, -1)
        x_points, y_points, batch_size = x.shape[-2], y.shape[-2], x.shape[0]
        mu = torch.empty(batch_size, x_points, dtype=x.dtype).fill_(1.0 / x_points)
        nu = torch.empty(batch_size, y_points, dtype=x.dtype).fill_(1.0 / y_points)
        u, v = torch.zeros_like(mu), torch.zeros_like(nu)
        # Sinkhorn iterations
        for i in range(self.max_iter):
            u1 = u  # useful to check the update
            u = self.eps * (torch.log(mu + 1e-8) - torch.logsumexp(self.M(C, u, v), dim=-1)) + u
            v = self.eps * (torch.log(nu + 1e-8) - torch.logsumexp(self.M(C, u, v).transpose(-2, -1), dim=-1)) + v
            err = (u - u1).abs().sum(-1).mean()
            if err.item() < self.thresh:
                break
        pi = torch.exp(self.M(C, u, v))
        cost = torch.sum(pi * C, dim=(-2, -1))
        return (cost.mean() if self.reduction == "mean" else cost), pi


def load():
    return torch.compile(SinkhornDistance())


def cases():
    yield from build(load, lambda: (randn(2, 4, 2), randn(2, 5, 2, seed=1)), "base grad zero nan small")
    yield from build(lambda: torch.compile(SinkhornDistance(thresh=1e-12, max_iter=3, reduction="none")), lambda: (randn(2, 4, 2), randn(2, 5, 2)), "base grad", tag="strict-")

EXPECT = {'topic': 'optimal transport',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {31: 1},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 17,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
