"""Variational dropout regulariser whose KL stops pushing once it reaches the cap."""

import torch
from torch import nn

from fxkit import build, randn


class CappedKL(nn.Module):
    """KL of a diagonal posterior to a unit normal; a constant replaces it at or above `cap`."""

    def __init__(self, dim=3, cap=2.0, init_mean=0.0):
        super().__init__()
        self.mean = nn.Parameter(torch.full((dim,), float(init_mean)))
        self.log_var = nn.Parameter(torch.zeros(dim))
        self.cap = cap

    def kl(self):
        return 0.5 * (self.mean ** 2 + self.log_var.exp() - 1 - self.log_var).sum()

    def forward(self, x, noise):
        kl = self.kl()
        if kl >= self.cap:
            kl = torch.full_like(kl, self.cap)
        z = x * (1 + self.mean) + noise * (0.5 * self.log_var).exp()
        return (z ** 2).mean() + kl, kl


def cases():
    args = lambda: (randn(4, 3), randn(4, 3, seed=1))
    yield from build(lambda: torch.compile(CappedKL(init_mean=0.1)), args, "base", tag="below-")
    yield from build(lambda: torch.compile(CappedKL(init_mean=9.0)), args, "base", tag="above-")
    yield from build(lambda: torch.compile(CappedKL(dim=4, cap=2.0, init_mean=1.0)), lambda: (randn(2, 4), randn(2, 4, seed=1)), "base", tag="equal-")

EXPECT = {'topic': 'bayesian',
 'verdict': 'any correct rewrite',
 'obligations': ['R26', 'O5'],
 'breaks': {23: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
