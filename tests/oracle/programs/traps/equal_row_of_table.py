"""Two tensors of different rank are never equal."""

import torch

from fxkit import ints, randn, sweep


@torch.compile
def reuse(cached, index, feat):
    if cached.equal(index):
        out = feat * 1.0
    else:
        out = feat.flip(0)
    return out


def cases():
    yield from sweep(reuse, lambda: (torch.ones(1, 3), torch.ones(3), randn(4)), "base")
    yield from sweep(reuse, lambda: (ints(0, 3, 3), ints(0, 3, 3), randn(4)), "base", tag="same-")

EXPECT = {'topic': 'gnn',
 'verdict': 'any correct rewrite',
 'obligations': ['R20'],
 'breaks': {10: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': []}
