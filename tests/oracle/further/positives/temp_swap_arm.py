"""Two states are exchanged through a temporary in one arm."""

import torch

from fxkit import randn, sweep


@torch.compile
def exchange(fwd, bwd):
    a = fwd * 2.0
    b = bwd - 1.0
    if a.mean() < b.mean():
        t = a
        a = b
        b = t
    return a - b, a * 0.5


def cases():
    yield from sweep(exchange, lambda: (randn(2, 3), randn(2, 3, seed=1)), "base pos neg big nan inf zero half f64 empty grad neg+grad nan+grad inf+grad ninf+grad pos+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R3', 'R10'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
