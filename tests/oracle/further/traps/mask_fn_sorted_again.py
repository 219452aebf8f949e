"""The selection is sorted before it is stored."""

import torch

from fxkit import bools, randn, sweep


@torch.compile
@torch.no_grad()
def rank(x, mask):
    out = x * 1.0
    out[mask] = x[mask].sort().values
    return out


def cases():
    yield from sweep(rank, lambda: (randn(6), bools(6)), "base true false")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': []}
