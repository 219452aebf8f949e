"""The test protects a lookup from ids that are too large."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def lookup(ids, table):
    base = table.sum(0) * 1.0
    if ids.max() < 4:
        out = F.embedding(ids, table).sum(0)
    else:
        out = base
    return out


def cases():
    yield from sweep(lookup, lambda: (torch.tensor([0, 3]), randn(4, 2)), "base")
    yield from sweep(lookup, lambda: (torch.tensor([1, 7]), randn(4, 2)), "base", tag="far-")

EXPECT = {'topic': 'attention',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception'],
 'unsafe': []}
