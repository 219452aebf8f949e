"""math.isnan of a reduced loss."""

import math

import torch

from fxkit import randn, sweep


@torch.compile
def keep_finite(loss, previous):
    total = loss.sum()
    if math.isnan(total):
        used = previous * 0.9
    else:
        used = loss * 0.1 + previous * 0.9
    return used


def cases():
    yield from sweep(keep_finite, lambda: (randn(4), randn(4, seed=1)), "base nan allnan inf zero half f64")

EXPECT = {'topic': 'loss',
 'rewrites': ['R29'],
 'breaks': {13: 1},
 'gb': ['GB0033'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
