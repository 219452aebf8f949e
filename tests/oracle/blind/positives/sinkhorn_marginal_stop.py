"""Log-domain Sinkhorn iterations that end when the marginal error is small."""

import torch
import torch.nn as nn

from fxkit import build, rand


class SinkhornDistance(nn.Module):
    """Entropic transport between two uniform measures."""

    def __init__(self, eps=0.5, max_iter=6, thresh=1e-2):
        super().__init__()
        self.eps = eps
        self.max_iter = max_iter
        self.thresh = thresh

    def M(self, C, u, v):
        return (-C + u.unsqueeze(-1) + v.unsqueeze(-2)) / self.eps

    def half_steps(self, C, u, v, log_mu, log_nu):
        u = self.eps * (log_mu - torch.logsumexp(self.M(C, u, v), dim=-1)) + u
        v = self.eps * (log_nu - torch.logsumexp(self.M(C, u, v).transpose(-2, -1), dim=-1)) + v
        return u, v

    @torch.no_grad()
    def forward(self, x, y):
        C = torch.cdist(x, y).pow(2)
        n, m = C.shape
        log_mu = torch.full((n,), 1.0 / n).log()
        log_nu = torch.full((m,), 1.0 / m).log()
        u, v = torch.zeros_like(log_mu), torch.zeros_like(log_nu)
        actual_nits = 0
        for i in range(self.max_iter):
            u1 = u
            u, v = self.half_steps(C, u, v, log_mu, log_nu)
            err = (u - u1).abs().sum()
            actual_nits += 1
            if err.item() < self.thresh:
                break
        pi = torch.exp(self.M(C, u, v))
        return torch.sum(pi * C), actual_nits


def make_sinkhorn():
    return torch.compile(SinkhornDistance())


def cases():
    yield from build(make_sinkhorn, lambda: (rand(4, 2), rand(5, 2)), "base nan")
    yield from build(make_sinkhorn, lambda: (rand(4, 2) * 3, rand(5, 2) * 0.1), "base", tag="far-")
    yield from build(make_sinkhorn, lambda: (torch.zeros(4, 2), torch.zeros(5, 2)), "base", tag="same-")

EXPECT = {'topic': 'optimal transport',
 'rewrites': [],
 'breaks': {39: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 7,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor', 'finite-grad']}
