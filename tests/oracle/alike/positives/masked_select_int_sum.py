"""masked_select followed by an integer sum."""

import torch

from fxkit import bools, ints, randn, sweep


@torch.compile
def lengths(ids, mask, x):
    total = ids.masked_select(mask).sum()
    return x + total


def cases():
    yield from sweep(lengths, lambda: (ints(0, 9, 2, 3), bools(2, 3), randn(4)), "base true false nan half f64 grad")

EXPECT = {'topic': 'attention',
 'rewrites': ['R30'],
 'breaks': {10: 1},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close']}
