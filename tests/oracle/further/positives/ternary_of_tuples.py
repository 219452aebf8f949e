"""A conditional expression chooses between two tuples."""

import torch

from fxkit import randn, sweep


@torch.compile
def gates(x, h):
    a = x * 0.5
    b = h - 1.0
    keep, write = (a + b, a - b) if a.sum() >= 0 else (a - b, b - a)
    return keep * 2.0, write


def cases():
    yield from sweep(gates, lambda: (randn(2, 3), randn(2, 3, seed=6)), "base pos neg nan inf zero half f64 empty grad pos+grad neg+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
