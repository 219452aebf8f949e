"""Hamiltonian Monte Carlo with persistent momentum: new momentum is drawn only after a refused trajectory."""

import torch
from torch import nn

from fxkit import build, randn


def potential(q):
    return (q**2 / torch.tensor([1.0, 0.25])).sum() / 2


def gradient(q):
    return q / torch.tensor([1.0, 0.25])


def leapfrog(q, p, eps, steps):
    p = p - eps / 2 * gradient(q)
    for i in range(steps):
        q = q + eps * p
        p = p - eps * gradient(q) * (0.5 if i == steps - 1 else 1.0)
    return q, p


class PersistentHMC(nn.Module):
    def __init__(self, eps=0.45, steps=3):
        super().__init__()
        self.eps, self.steps = eps, steps
        self.register_buffer("momentum", torch.randn(2))

    @torch.no_grad()
    def forward(self, q):
        p = self.momentum
        q_new, p_new = leapfrog(q, p, self.eps, self.steps)
        delta = potential(q) + p.square().sum() / 2 - potential(q_new) - p_new.square().sum() / 2
        if delta > -0.05:
            self.momentum.copy_(p_new)
            return q_new
        self.momentum.copy_(torch.randn_like(p))
        return q.clone()


def load():
    return torch.compile(PersistentHMC())


def cases():
    yield from build(load, lambda: (randn(2),), "base")
    yield from build(load, lambda: (torch.tensor([0.1, 2.0]),), "base", tag="steep-")

EXPECT = {'topic': 'samplers',
 'kind': 'random',
 'verdict': 'decline',
 'obligations': ['the random stream'],
 'breaks': {36: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['random state', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
