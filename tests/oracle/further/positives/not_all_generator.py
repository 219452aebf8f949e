"""not all() over a generator of tensor tests."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def top_up(gates, loads):
    out = gates * 1.5
    if not all(load.sum() > 0 for load in loads):
        out = out + 0.5
    return out


def cases():
    yield from sweep(top_up, lambda: (randn(4), [rand(3), rand(3, seed=1)]), "base pos neg nan inf half f64")
    yield from sweep(top_up, lambda: (randn(4), [rand(3), -rand(3, seed=1)]), "base half", tag="idle-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R44'],
 'breaks': {11: 2},
 'gb': ['GB0170', 'GB8335'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': []}
