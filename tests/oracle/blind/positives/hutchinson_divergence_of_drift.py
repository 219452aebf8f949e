"""Continuous normalising flow: the divergence of the drift is estimated with one probe and autograd."""

import torch
from torch import nn

from fxkit import build, randn


class Drift(nn.Module):
    def __init__(self, dim=3, hidden=8):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim + 1, hidden), nn.Tanh(), nn.Linear(hidden, dim))

    def forward(self, x, t):
        return self.net(torch.cat([x, t.expand(x.shape[0], 1)], dim=1))


class CNF(nn.Module):
    def __init__(self, dim=3, steps=2):
        super().__init__()
        self.drift = Drift(dim)
        self.steps = steps

    def drift_and_divergence(self, x, t, probe):
        with torch.enable_grad():
            x = x.detach().requires_grad_(True)
            f = self.drift(x, t)
            (vjp,) = torch.autograd.grad((f * probe).sum(), x)
        return f.detach(), (vjp * probe).sum(dim=1)

    def forward(self, x, probe):
        logp = x.new_zeros(x.shape[0])
        dt = 1.0 / self.steps
        for i in range(self.steps):
            t = torch.tensor([[i * dt]])
            f, div = self.drift_and_divergence(x, t, probe)
            x = x + dt * f
            logp = logp - dt * div
        prior = -0.5 * x.square().sum(dim=1)
        return x, prior + logp


def load():
    model = torch.compile(CNF())

    def log_prob(x, probe):
        with torch.no_grad():
            return model(x, probe)

    return log_prob


def cases():
    yield from build(load, lambda: (randn(4, 3), randn(4, 3, seed=1).sign()), "base zero nan")

EXPECT = {'topic': 'flow',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {26: 1, 28: 2},
 'gb': ['GB7000', 'GB8985', 'GB9186'],
 'skips': 1,
 'graphs_per_call': 6,
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
