"""Orthogonal layers by Householder reflections: a leading zero counts as positive."""

import torch
from torch import nn

from fxkit import build, randn


def householder(x):
    """The vector v and the factor tau with (I - tau v v^T) x = (alpha, 0, ..)."""
    sign = 1.0 if x[0] >= 0 else -1.0
    alpha = -sign * x.norm()
    v = x.clone()
    v[0] = v[0] - alpha
    tau = 2.0 / v.square().sum().clamp(min=1e-12)
    return v, tau


class OrthogonalStack(nn.Module):
    def __init__(self, dim=3, reflections=2):
        super().__init__()
        self.lift = nn.Linear(dim, dim * reflections)
        self.dim = dim

    def forward(self, x, code):
        for direction in self.lift(code).view(-1, self.dim):
            v, tau = householder(direction)
            x = x - tau * v * (x @ v)[:, None]
        return x


def load(zero=False):
    model = OrthogonalStack()
    if zero:
        with torch.no_grad():
            model.lift.weight[0].zero_()
            model.lift.bias[0].zero_()
    return torch.compile(model)


def cases():
    yield from build(load, lambda: (randn(2, 3), randn(3)), "base grad nan")
    yield from build(lambda: load(True), lambda: (randn(2, 3), randn(3)), "base", tag="zerolead-")

EXPECT = {'topic': 'flows',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {11: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
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
