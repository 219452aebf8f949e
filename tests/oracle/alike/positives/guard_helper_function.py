"""The guard is in a helper that other functions share."""

import torch

from fxkit import rand, randn, sweep


def require_positive(name, t):
    if (t <= 0).any():
        raise ValueError(name + " must be positive")


@torch.compile
def capacity(tokens, weights):
    require_positive("weights", weights)
    share = weights / weights.sum()
    return tokens * share


def cases():
    yield from sweep(capacity, lambda: (randn(3), rand(3) + 0.1), "base nan half f64 grad")
    yield from sweep(capacity, lambda: (randn(3), randn(3)), "base", tag="bad-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R18'],
 'breaks': {9: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
