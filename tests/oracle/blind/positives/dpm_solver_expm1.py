"""First order step of an exponential integrator: the step in log SNR is a Python number."""

import math

import torch
from torch import nn

from fxkit import build, randn


class NoiseNet(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.inp = nn.Linear(dim, dim)
        self.emb = nn.Linear(1, dim)

    def forward(self, x, t):
        return self.inp(torch.tanh(x + self.emb(t.reshape(1, 1))))


class DPMSolver:
    """alpha, sigma and their half log SNR at the times of a linear schedule."""

    def __init__(self, net, steps=4):
        self.net = net
        self.t = torch.linspace(0.9, 0.1, steps + 1)
        self.alpha = torch.cos(0.5 * math.pi * self.t)
        self.sigma = torch.sin(0.5 * math.pi * self.t)
        self.lamb = torch.log(self.alpha) - torch.log(self.sigma)
        self.first_order = torch.compile(self._first_order)

    def _first_order(self, x, i: int):
        h = (self.lamb[i + 1] - self.lamb[i]).item()
        eps = self.net(x, self.t[i])
        ratio = self.alpha[i + 1] / self.alpha[i]
        return ratio * x - self.sigma[i + 1] * math.expm1(h) * eps

    @torch.no_grad()
    def sample(self, x):
        for i in range(4):
            x = self.first_order(x, i)
        return x


def load():
    return DPMSolver(NoiseNet()).sample


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base zero big nan")

EXPECT = {'topic': 'diffusion',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {33: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 8,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
