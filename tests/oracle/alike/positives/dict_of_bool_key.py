"""A dictionary from bool to coefficient."""

import torch

from fxkit import ints, randn, sweep


COEF = {True: 0.5, False: 2.0}


@torch.compile
def penalise(logits, seen):
    repeated = bool((seen > 1).any())
    return logits * COEF[repeated]


def cases():
    yield from sweep(penalise, lambda: (randn(4), ints(0, 2, 4)), "base nan inf half f64 grad")
    yield from sweep(penalise, lambda: (randn(4), ints(0, 4, 4) + 1), "base half grad", tag="rep-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R3'],
 'breaks': {13: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
