"""Ids beyond the table go to row 0 when there are any."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def lookup(table, ids):
    ids = ids * 2
    over = ids >= table.shape[0]
    if over.any():
        ids = ids.masked_fill(over, 0)
    return table[ids] + 1.0


def cases():
    yield from sweep(lookup, lambda: (randn(5, 2), ints(0, 6, 2, 3)), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(lookup, lambda: (randn(5, 2), ints(0, 3, 2, 3)), "base half grad", tag="known-")

EXPECT = {'topic': 'sampler',
 'rewrites': ['R15'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
