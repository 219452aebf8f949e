"""Stale entries of a fresh memory are divided in place."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def refresh(memory, age):
    mem = memory + 1.0
    stale = age > 3
    mem[stale] /= 2.0
    return mem


def cases():
    yield from sweep(refresh, lambda: (randn(2, 5), ints(0, 7, 2, 5)), "base pos nan inf zero half f64")
    yield from sweep(refresh, lambda: (randn(2, 5), ints(0, 3, 2, 5)), "base half", tag="young-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
