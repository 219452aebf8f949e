"""all() over a list comprehension of tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def readout(x, parts):
    if all([(p > 0).any() for p in parts]):
        y = x * 3.0
    else:
        y = x - 1.0
    return y


def cases():
    yield from sweep(readout, lambda: (randn(3), [randn(2), randn(4)]), "base nan inf half f64 grad")
    yield from sweep(readout, lambda: (randn(3), [randn(2), -rand(4)]), "base half grad", tag="neg-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R44', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
