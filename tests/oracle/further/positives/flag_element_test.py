"""One element of a mask of steps decides."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def advance(x, eps, done):
    if done[1]:
        prev = x * 0.5
    else:
        prev = x - eps
    return prev * 2.0


def cases():
    yield from sweep(advance, lambda: (randn(2, 3), randn(2, 3, seed=1), bools(4)), "base true false nan inf half f64 true+grad false+grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
