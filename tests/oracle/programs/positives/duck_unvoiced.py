"""Unvoiced bins are scaled in place through a boolean index."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
def duck(spec, voiced, amount: float = 0.25):
    out = spec + 1.0
    quiet = ~voiced
    out[quiet] *= amount
    return out.abs()


def cases():
    yield from sweep(duck, lambda: (randn(3, 4), bools(3, 4)), "base true false nan inf zero half f64 grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'audio',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
