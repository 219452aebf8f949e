"""The check stands before the lookup that would fail with another error."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def lookup(table, ids):
    if (ids >= table.shape[0]).any():
        raise KeyError("unknown node")
    return table.index_select(0, ids) * 2.0


def cases():
    yield from sweep(lookup, lambda: (randn(4, 2), ints(0, 4, 3)), "base")
    yield from sweep(lookup, lambda: (randn(4, 2), ints(4, 7, 3)), "base", tag="bad-")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['O4', 'R18'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': ['compiled-exception-type']}
