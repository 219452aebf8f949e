"""The check sits in a helper that the compiled function calls first."""

import torch

from fxkit import rand, randn, sweep


def _validate_probabilities(p):
    if p.min() < 0 or p.max() > 1:
        raise ValueError("expected probabilities in [0, 1]")


@torch.compile
def brier(p, y):
    _validate_probabilities(p)
    return ((p - y) * (p - y)).mean()


def cases():
    yield from sweep(brier, lambda: (rand(5), rand(5, seed=1)), "base neg nan half grad")
    yield from sweep(brier, lambda: (randn(5) * 3, rand(5, seed=1)), "base grad", tag="bad-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R18'],
 'breaks': {9: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
