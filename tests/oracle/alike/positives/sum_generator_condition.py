"""A generator with a condition counts tensors."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def coverage(x, maps):
    seen = sum(1 for m in maps if m.any())
    return x * seen


def cases():
    yield from sweep(coverage, lambda: (randn(4), [bools(3), bools(2, seed=3), bools(2, seed=4) & False]), "base true false nan inf half f64")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R44', 'R33'],
 'breaks': {10: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
