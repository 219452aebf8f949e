"""The sorted edge index must be the given one."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def aggregate(feat, index):
    if not torch.equal(index, index.sort().values):
        raise ValueError("edge index is not sorted")
    return feat.cumsum(dim=0) + index.to(feat.dtype)[:, None]


def cases():
    yield from sweep(aggregate, lambda: (randn(5, 2), torch.arange(5)), "base nan half grad")
    yield from sweep(aggregate, lambda: (randn(5, 2), torch.tensor([2, 0, 1, 4, 3])), "base grad", tag="bad-")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R18', 'R20'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0033', 'GB0088'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
