"""Integer positions wrap around when one is out of range."""

import torch

from fxkit import randn, sweep


@torch.compile
def lookup(table, position, limit):
    pos = position + 1
    if pos.max() >= limit:
        pos = pos % limit
    return table.index_select(0, pos)


def cases():
    yield from sweep(lookup, lambda: (randn(5, 2), torch.arange(5), 5), "base nan inf half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(lookup, lambda: (randn(5, 2), torch.arange(3), 5), "base grad", tag="short-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
