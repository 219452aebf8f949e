"""A row mask of a matrix."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def freeze(h, prev, done):
    out = h * 2.0
    out[done] = prev[done]
    return out


def cases():
    yield from sweep(freeze, lambda: (randn(4, 3), randn(4, 3, seed=1), bools(4)), "base true false nan inf half f64")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
