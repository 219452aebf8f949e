"""The value is an expression of three selections and a scalar."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def sparse_adam(p, m, v, rows):
    new = p * 1.0
    new[rows] = p[rows] - 0.1 * m[rows] / (v[rows].abs() + 1.0)
    return new


def cases():
    yield from sweep(sparse_adam, lambda: (randn(2, 3), randn(2, 3, seed=1), randn(2, 3, seed=2), bools(2, 3)), "base true false nan inf f64 zero")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
