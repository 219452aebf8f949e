"""Spectral normalisation that ends its power iteration as soon as the singular vector has settled."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


def l2normalize(v, eps=1e-12):
    return v / (v.norm() + eps)


class SpectralLinear(nn.Module):
    def __init__(self, n_in, n_out, max_power_iterations=4, tol=1e-2):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in))
        self.bias = nn.Parameter(torch.zeros(n_out))
        self.register_buffer("u", l2normalize(torch.randn(n_out)))
        self.max_power_iterations = max_power_iterations
        self.tol = tol

    @torch.no_grad()
    def _power_iteration(self):
        u = self.u.clone()
        v = l2normalize(self.weight.t() @ u)
        for _ in range(self.max_power_iterations):
            previous = u
            v = l2normalize(self.weight.t() @ u)
            u = l2normalize(self.weight @ v)
            if (u - previous).norm() < self.tol:
                break
        return u, v

    def normalized_weight(self):
        u, v = self._power_iteration()
        if self.training:
            self.u.copy_(u)
        sigma = torch.dot(u, self.weight @ v)
        return self.weight / sigma

    def forward(self, x):
        return F.linear(x, self.normalized_weight(), self.bias)


class Critic(nn.Module):
    def __init__(self):
        super().__init__()
        self.l1 = SpectralLinear(3, 5)
        self.l2 = SpectralLinear(5, 1)

    def forward(self, x):
        return self.l2(F.leaky_relu(self.l1(x), 0.2))


def load():
    return torch.compile(Critic())


def cases():
    yield from build(load, lambda: (randn(4, 3),), "base grad")
    yield from build(lambda: torch.compile(Critic().eval()), lambda: (randn(4, 3),), "base", tag="eval-")

EXPECT = {'topic': 'gan',
 'kind': 'early exit',
 'rewrites': [],
 'breaks': {31: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 17,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
