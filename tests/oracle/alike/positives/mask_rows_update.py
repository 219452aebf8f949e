"""Finished rows of a fresh state keep the old state."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def advance(h, x, done):
    new = torch.tanh(h + x)
    new[done] = h[done]
    return new


def cases():
    yield from sweep(advance, lambda: (randn(3, 2), randn(3, 2, seed=1), bools(3)), "base true false nan half f64")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R31'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
