"""A constant is stored at nonzero(as_tuple=True)."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def pad_scores(scores, padding):
    s = scores / 2.0
    where = padding.nonzero(as_tuple=True)
    s[where] = -100.0
    return s + 1.0


def cases():
    yield from sweep(pad_scores, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf half f64 grad true+grad false+grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R31'],
 'breaks': {11: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
