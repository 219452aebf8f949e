"""The lookup is only legal when every id is small enough."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def lookup(table, ids):
    if ids.max() < table.shape[0]:
        rows = table[ids]
    else:
        rows = torch.zeros(ids.shape[0], table.shape[1])
    return rows + 1.0


def cases():
    yield from sweep(lookup, lambda: (randn(4, 3), ints(0, 4, 5)), "base")
    yield from sweep(lookup, lambda: (randn(4, 3), ints(6, 9, 5)), "base", tag="over-")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
