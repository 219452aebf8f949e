"""The table lookup is only in range when the test says so."""

import torch

from fxkit import randn, sweep


@torch.compile
def lookup(table, ids):
    if ids.max() < table.shape[0]:
        y = table[ids] * 2.0
    else:
        y = ids * 0.5
    return y


def cases():
    yield from sweep(lookup, lambda: (randn(4), torch.tensor([0, 3, 1])), "base neg")
    yield from sweep(lookup, lambda: (randn(4), torch.tensor([0, 7, 1])), "base", tag="far-")

EXPECT = {'topic': 'moe',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
