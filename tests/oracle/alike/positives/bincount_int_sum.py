"""An integer sum of a masked selection."""

import torch

from fxkit import bools, ints, randn, sweep


@torch.compile
def token_cost(lengths, mask, x):
    used = lengths[mask].sum()
    return x * used, used


def cases():
    yield from sweep(token_cost, lambda: (ints(0, 9, 5), bools(5), randn(2)), "base true false nan half f64 grad")

EXPECT = {'topic': 'tokenizer',
 'rewrites': ['R32'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
