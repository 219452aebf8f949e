"""A conditional expression over two pairs, unpacked."""

import torch

from fxkit import randn, sweep


@torch.compile
def cell(x, h):
    a = x + h
    b = x - h
    keep, write = (a, b) if a.sum() > b.sum() else (b * 0.5, a * 0.5)
    return keep.relu(), write


def cases():
    yield from sweep(cell, lambda: (randn(4), randn(4, seed=1)), "base pos neg nan inf zero half f64 grad pos+grad neg+grad nan+grad inf+grad ninf+grad")
    yield from sweep(cell, lambda: (randn(4), -randn(4, seed=1)), "base grad", tag="flipped-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R10'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
