"""A conditional expression over two tuples."""

import torch

from fxkit import randn, sweep


@torch.compile
def route(fwd, bwd):
    fwd, bwd = fwd + 0.5, bwd * 2.0
    first, second = (fwd, bwd) if fwd.sum() >= bwd.sum() else (bwd, fwd)
    return first - second * 0.5


def cases():
    yield from sweep(route, lambda: (randn(3), randn(3, seed=1)), "base pos neg nan inf zero half f64 grad neg+grad nan+grad inf+grad ninf+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
