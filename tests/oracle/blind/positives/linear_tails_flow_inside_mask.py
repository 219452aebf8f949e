"""Monotone elementwise flow on an interval with identity tails."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


def monotone(inputs, slope, bound):
    z = (inputs + bound) / (2 * bound)
    s = 1e-3 + F.softplus(slope)
    den = s + (1 - s) * z
    outputs = z / den
    logabsdet = torch.log(s) - 2 * torch.log(den)
    return outputs * 2 * bound - bound, logabsdet


class UnconstrainedMonotone(nn.Module):
    def __init__(self, dim=4, tail_bound=1.0):
        super().__init__()
        self.tail_bound = tail_bound
        self.slope = nn.Linear(dim, dim)

    def forward(self, inputs, context):
        slope = self.slope(context)
        inside = (inputs >= -self.tail_bound) & (inputs <= self.tail_bound)
        outside = ~inside
        outputs = torch.zeros_like(inputs)
        logabsdet = torch.zeros_like(inputs)
        outputs[outside] = inputs[outside]
        logabsdet[outside] = 0
        if torch.any(inside):
            outputs[inside], logabsdet[inside] = monotone(inputs[inside], slope[inside], self.tail_bound)
        return outputs, logabsdet.sum(-1)


def load():
    return torch.compile(UnconstrainedMonotone())


def cases():
    yield from build(load, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base grad zero+grad small+grad inf")
    yield from build(load, lambda: (randn(3, 4).sign() * 3.0, randn(3, 4, seed=1)), "base grad", tag="tails-")


EXPECT = {'topic': 'flow',
 'rewrites': ['R32'],
 'breaks': {-1: 2, 31: 2, 33: 5, 34: 4},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['grad-none-zero', 'requires-grad'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
