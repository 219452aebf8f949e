"""`len(mask.nonzero())` as the truth value."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def mark(errors, weights):
    g = weights * 2.0
    if len((errors == 4).nonzero()):
        g = g - 1.0
    return g


def cases():
    yield from sweep(mark, lambda: (ints(0, 5, 4), randn(4)), "base nan half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(mark, lambda: (ints(0, 3, 4), randn(4)), "base grad", tag="clean-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R33', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
