"""The branch sits in a module-level helper called twice."""

import torch

from fxkit import randn, sweep


def shrink(p):
    if p.abs().mean() > 0.75:
        d = p * 0.1
    else:
        d = p - 0.1
    return d


@torch.compile
def update(w, g):
    return shrink(w) - shrink(g)


def cases():
    yield from sweep(update, lambda: (randn(4), randn(4, seed=2)), "base pos small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R1'],
 'breaks': {9: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
