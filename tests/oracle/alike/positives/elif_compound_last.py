"""The last rung of a ladder joins a static test and two tensor tests."""

import torch

from fxkit import randn, sweep


@torch.compile
def gate(x, h, peephole=None):
    c = x * h
    if c.sum() > 1.0:
        c = c - x
    elif peephole is not None and (c.amin() < 0 or peephole.amax() > 0.5):
        c = c + peephole
    return c * 0.5


def cases():
    yield from sweep(gate, lambda: (randn(3), randn(3, seed=1), randn(3, seed=2) * 0.1), "base pos neg big nan inf half f64")
    yield from sweep(gate, lambda: (randn(3), randn(3, seed=1)), "base pos neg", tag="plain-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R4', 'R5'],
 'breaks': {11: 1, 13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
