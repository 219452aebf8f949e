"""`raise` of a class without a call."""

import torch

from fxkit import randn, sweep


@torch.compile
def update(w, g):
    w = w - 0.1 * g
    if not w.isfinite().all().item():
        raise FloatingPointError
    return w


def cases():
    yield from sweep(update, lambda: (randn(4), randn(4, seed=1)), "base inf nan zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R18'],
 'breaks': {11: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
