"""A constant warning, then a guard on the probabilities."""

import warnings

import torch

from fxkit import rand, randn, sweep


@torch.compile
def nll(prob, weight):
    cost = (1.0 - prob) * weight
    warnings.warn("nll expects probabilities")
    if (cost < 0).any() or torch.isnan(cost).any():
        raise ArithmeticError("negative cost")
    return cost.sum() * 0.5


def cases():
    yield from sweep(nll, lambda: (rand(5), rand(5, seed=1)), "base nan zero ones f64 grad nan+grad")
    yield from sweep(nll, lambda: (randn(5) * 4, rand(5, seed=1)), "base inf grad", tag="outside-")

EXPECT = {'topic': 'loss',
 'rewrites': ['R36', 'R18'],
 'breaks': {13: 1, 14: 1, 15: 1},
 'gb': ['GB0007', 'GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type', 'compiled-silent', 'log-site']}
