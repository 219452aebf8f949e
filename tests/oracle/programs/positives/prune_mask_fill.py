"""The fill is skipped when nothing is pruned."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def prune(weight, keep):
    w = weight + 1.0
    gone = ~keep
    if bool(gone.any()):
        w = w.masked_fill(gone, 0.0)
    return w.sum(-1)


def cases():
    yield from sweep(prune, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf zero half f64 true+grad grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R15', 'R22'],
 'breaks': {12: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
