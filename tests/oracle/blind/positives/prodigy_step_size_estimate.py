"""Prodigy estimates its step size from inner products of gradients and the distance from the start."""

import torch
import torch.nn as nn

from fxkit import build, randn


class ProdigyState(nn.Module):
    """One parameter vector; the estimate d never falls."""

    def __init__(self, dim=6, lr=1.0, betas=(0.9, 0.999), eps=1e-8, d0=1e-6, growth_rate=float("inf")):
        super().__init__()
        self.lr, self.betas, self.eps, self.growth_rate = lr, betas, eps, growth_rate
        self.d = d0
        self.d0 = d0
        self.d_max = d0
        self.d_numerator = 0.0
        for name in ("s", "exp_avg", "exp_avg_sq", "p0"):
            self.register_buffer(name, torch.zeros(dim))
        self.register_buffer("p", torch.linspace(-1, 1, dim))
        self.p0.copy_(self.p)

    @torch.no_grad()
    def forward(self, grad):
        beta1, beta2 = self.betas
        beta3 = beta2**0.5
        d, d_max, dlr = self.d, self.d_max, self.d * self.lr

        # use d / d0 instead of just d to avoid getting values that are too small
        d_numerator = self.d_numerator * beta3
        d_numerator += (d / self.d0) * dlr * torch.dot(grad, self.p0 - self.p).item()
        self.exp_avg.mul_(beta1).add_(grad * (d * (1 - beta1)))
        self.exp_avg_sq.mul_(beta2).add_(grad * grad * (d * d * (1 - beta2)))
        self.s.mul_(beta3).add_(grad * ((d / self.d0) * dlr))
        d_denom = self.s.abs().sum().item()

        # if we have not done any progress, return
        if d_denom == 0:
            return self.p.clone()

        d_hat = d_numerator / d_denom
        if d == self.d0:
            d = max(d, d_hat)
        d_max = max(d_max, d_hat)
        d = min(d_max, d * self.growth_rate)
        self.d_numerator, self.d, self.d_max = d_numerator, d, d_max

        denom = self.exp_avg_sq.sqrt().add_(self.eps * d)
        self.p.sub_(dlr * (self.exp_avg / denom))
        return self.p.clone()


def load():
    return torch.compile(ProdigyState())


def cases():
    yield from build(load, lambda: (randn(6),), "base zero big small")

EXPECT = {'topic': 'optimisers',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {32: 2, 36: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
