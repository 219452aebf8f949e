"""sort over the selection is not elementwise."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def sort_valid(x, valid):
    out = x * 1.0
    out[valid] = x[valid].sort().values
    return out


def cases():
    yield from sweep(sort_valid, lambda: (randn(6), bools(6)), "base true false")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
