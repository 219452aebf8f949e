"""A Python flag or a tensor test."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def rescale(w, force):
    q = w * 4.0
    if force or (q.abs() > 6.0).any():
        q = q * 0.5
    return q + 1.0


def cases():
    yield from sweep(rescale, lambda: (randn(4), False), "base small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(rescale, lambda: (randn(4), True), "base small nan half grad", tag="forced-")
    yield from sweep(rescale, lambda: (rand(4), False), "base grad", tag="low-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R5', 'R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
