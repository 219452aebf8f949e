"""The learning rate of an adapter is halved once for every failed evaluation that a buffer has counted."""

import torch
import torch.nn as nn

from fxkit import build, randn


class BackoffSGD(nn.Module):
    """Plain gradient step on a linear adapter with a rate of base * 2 ** -level."""

    def __init__(self, dim=4, base=0.2, level=0):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(dim, dim))
        self.base = base
        self.register_buffer("level", torch.tensor(level))

    def rate(self):
        return self.base * 2 ** -self.level.item()

    @torch.no_grad()
    def forward(self, x, y):
        error = x @ self.weight - y
        grad = x.t() @ error / len(x)
        self.weight.sub_(self.rate() * grad)
        self.level.add_((error.abs().mean() > 1.0).long())
        return error.square().mean()


def load(level=0):
    return torch.compile(BackoffSGD(level=level))


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(5, 4, seed=2)), "base zero")
    yield from build(lambda: load(3), lambda: (randn(5, 4), randn(5, 4, seed=2)), "base", tag="third-")

EXPECT = {'topic': 'training',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['integer power', 'O8'],
 'breaks': {19: 1, 25: 2},
 'gb': ['GB0007', 'GB0124'],
 'naive_differs_in': ['state', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
